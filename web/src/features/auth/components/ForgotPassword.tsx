// The forgot-password dialog: an email, and the answer that tells nobody whether it has an account.
import { Alert, App, Form, Input, Modal } from "antd";
import { useTranslation } from "react-i18next";
import { query } from "@/api/client";
import { useErrorText } from "@/ui/errorText";
import styles from "./AuthForm.module.css";

export function ForgotPassword(props: { open: boolean; email: string; onClose: () => void }) {
  const { t } = useTranslation("auth");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const [form] = Form.useForm<{ email: string }>();
  const reset = query.useMutation("post", "/api/auth/reset-password", {
    onSuccess: () => {
      message.success(t("forgot.sent"));
      props.onClose();
    },
  });
  return (
    <Modal
      open={props.open}
      title={t("forgot.title")}
      okText={t("forgot.submit")}
      confirmLoading={reset.isPending}
      onOk={form.submit}
      onCancel={props.onClose}
      destroyOnHidden
    >
      <p className={styles.text}>{t("forgot.text")}</p>
      {reset.error ? <Alert className={styles.alert} type="error" role="alert" title={errorText(reset.error)} /> : null}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        preserve={false}
        initialValues={{ email: props.email }}
        onFinish={(body) => reset.mutate({ body })}
      >
        <Form.Item
          name="email"
          label={t("email")}
          rules={[
            { required: true, whitespace: true, message: t("required") },
            { type: "email", message: t("email_invalid") },
          ]}
        >
          <Input type="email" autoComplete="username" autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  );
}
