// /login: email and password; Enter submits.
import { Alert, App, Button, Form, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { query } from "@/api/client";
import { ApiProblem } from "@/api/problem";
import { takeExpiredNotice } from "@/api/session";
import { useErrorText } from "@/ui/errorText";
import { type Credentials, useSignIn } from "../api/signIn";
import styles from "../components/AuthForm.module.css";
import { AuthLayout } from "../components/AuthLayout";
import { ForgotPassword } from "../components/ForgotPassword";

export function LoginRoute() {
  const { t } = useTranslation("auth");
  const { search } = useLocation();
  const { message } = App.useApp();
  const errorText = useErrorText();
  const [form] = Form.useForm<Credentials>();
  const [expired] = useState(takeExpiredNotice);
  const [forgot, setForgot] = useState(false);
  const signIn = useSignIn();
  const resend = query.useMutation("post", "/api/auth/resend", {
    onSuccess: () => message.success(t("login.resent")),
    onError: (error) => message.error(errorText(error)),
  });
  const unconfirmed = signIn.error instanceof ApiProblem && signIn.error.code === "auth.email_not_confirmed";

  return (
    <AuthLayout title={t("login.title")}>
      {signIn.error ? (
        <Alert
          className={styles.alert}
          type="error"
          role="alert"
          title={errorText(signIn.error)}
          action={
            unconfirmed ? (
              <Button
                type="link"
                size="small"
                loading={resend.isPending}
                onClick={() => resend.mutate({ body: { email: form.getFieldValue("email") } })}
              >
                {t("login.resend")}
              </Button>
            ) : null
          }
        />
      ) : expired ? (
        <Alert className={styles.alert} type="info" role="status" title={t("login.expired")} />
      ) : null}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(values) => signIn.mutate(values)}>
        <Form.Item
          name="email"
          label={t("email")}
          rules={[{ required: true, whitespace: true, message: t("required") }]}
        >
          <Input type="email" size="large" autoComplete="username" autoFocus />
        </Form.Item>
        <Form.Item name="password" label={t("password")} rules={[{ required: true, message: t("required") }]}>
          <Input.Password size="large" autoComplete="current-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={signIn.isPending}>
          {t("login.submit")}
        </Button>
      </Form>
      <div className={styles.below}>
        <button type="button" className={styles.quiet} onClick={() => setForgot(true)}>
          {t("login.forgot")}
        </button>
        <span>
          {t("login.no_account")} <Link to={`/register${search}`}>{t("login.register")}</Link>
        </span>
      </div>
      <ForgotPassword open={forgot} email={form.getFieldValue("email") ?? ""} onClose={() => setForgot(false)} />
    </AuthLayout>
  );
}
