// /reset-password: the link's token becomes a session, then the new password is set.
import { Alert, App, Button, Form, Input } from "antd";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { query } from "@/api/client";
import { useSession } from "@/api/session";
import { useErrorText } from "@/ui/errorText";
import { LinkButton } from "@/ui/LinkButton";
import { tokenOf, useVerify } from "../api/verify";
import styles from "../components/AuthForm.module.css";
import { AuthLayout } from "../components/AuthLayout";

export function ResetPasswordRoute() {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const [params] = useSearchParams();
  const session = useSession();
  const token = tokenOf(params, "recovery");
  const verify = useVerify();
  const started = useRef(false);
  const change = query.useMutation("patch", "/api/auth/user", {
    onSuccess: () => {
      message.success(t("reset.done"));
      void navigate("/", { replace: true });
    },
  });

  useEffect(() => {
    if (!token || started.current) return;
    started.current = true;
    verify.mutate(token);
  });

  if (verify.isError || (!token && session.data === null)) {
    return (
      <AuthLayout title={t("verify.failed")}>
        <p className={styles.text} role="alert">
          {verify.isError ? errorText(verify.error) : t("verify.no_token")}
        </p>
        <LinkButton type="primary" to="/login">
          {t("verify.to_login")}
        </LinkButton>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t("reset.title")}>
      {change.error ? (
        <Alert className={styles.alert} type="error" role="alert" title={errorText(change.error)} />
      ) : null}
      <Form<{ password: string }>
        layout="vertical"
        requiredMark={false}
        onFinish={({ password }) => change.mutate({ body: { password } })}
      >
        <Form.Item
          name="password"
          label={t("reset.new_password")}
          rules={[
            { required: true, message: t("required") },
            { min: 8, message: t("register.password_short") },
          ]}
        >
          <Input.Password
            size="large"
            autoComplete="new-password"
            placeholder={t("register.password_hint")}
            autoFocus
          />
        </Form.Item>
        <Button
          type="primary"
          htmlType="submit"
          size="large"
          block
          loading={change.isPending}
          disabled={!session.data || verify.isPending}
        >
          {t("reset.submit")}
        </Button>
      </Form>
    </AuthLayout>
  );
}
