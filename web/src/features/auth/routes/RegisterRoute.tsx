// /register: the account; then, where the server sends a mail, the request to look for it.
import { useMutation } from "@tanstack/react-query";
import { Alert, Button, Form, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { api } from "@/api/client";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { useSignIn } from "../api/signIn";
import styles from "../components/AuthForm.module.css";
import { AuthLayout } from "../components/AuthLayout";
import { CheckMail } from "../components/CheckMail";

interface Account {
  full_name: string;
  email: string;
  password: string;
  confirm_password: string;
}

export function RegisterRoute() {
  const { t } = useTranslation("auth");
  const { search } = useLocation();
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const [form] = Form.useForm<Account>();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const signIn = useSignIn();
  const signUp = useMutation({
    mutationFn: async ({ email, password, full_name }: Account) => {
      const { data } = await api.POST("/api/auth/sign-up", { body: { email, password, full_name } });
      if (data?.confirmation_sent) setSentTo(email);
      else await signIn.mutateAsync({ email, password });
    },
    onError: (error) => form.setFields(fieldErrors(error) as Parameters<typeof form.setFields>[0]),
  });

  if (sentTo) return <CheckMail email={sentTo} />;
  return (
    <AuthLayout title={t("register.title")}>
      {signUp.error ? (
        <Alert className={styles.alert} type="error" role="alert" title={errorText(signUp.error)} />
      ) : null}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => signUp.mutate(values)}>
        <Form.Item
          name="full_name"
          label={t("full_name")}
          rules={[{ required: true, whitespace: true, message: t("required") }]}
        >
          <Input size="large" autoComplete="name" autoFocus />
        </Form.Item>
        <Form.Item
          name="email"
          label={t("email")}
          rules={[
            { required: true, whitespace: true, message: t("required") },
            { type: "email", message: t("email_invalid") },
          ]}
        >
          <Input type="email" size="large" autoComplete="username" />
        </Form.Item>
        <Form.Item
          name="password"
          label={t("password")}
          rules={[
            { required: true, message: t("required") },
            { min: 8, message: t("register.password_short") },
          ]}
        >
          <Input.Password size="large" autoComplete="new-password" placeholder={t("register.password_hint")} />
        </Form.Item>
        <Form.Item
          name="confirm_password"
          label={t("register.confirm_password")}
          dependencies={["password"]}
          rules={[
            { required: true, message: t("required") },
            {
              validator: (_, value: string) =>
                !value || value === form.getFieldValue("password")
                  ? Promise.resolve()
                  : Promise.reject(new Error(t("register.password_mismatch"))),
            },
          ]}
        >
          <Input.Password size="large" autoComplete="new-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={signUp.isPending}>
          {t("register.submit")}
        </Button>
      </Form>
      <div className={styles.below}>
        <span>
          {t("register.have_account")} <Link to={`/login${search}`}>{t("register.sign_in")}</Link>
        </span>
      </div>
    </AuthLayout>
  );
}
