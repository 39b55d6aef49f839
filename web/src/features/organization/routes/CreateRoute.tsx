// /organization/create: a name and a short name; the creator becomes its owner.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Alert, Button, Form, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "@/api/client";
import { rememberOrganization } from "@/api/session";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { Mark } from "@/ui/Mark";
import { usePageTitle } from "@/ui/usePageTitle";
import { slugOf } from "../components/slug";
import styles from "./CreateRoute.module.css";

export function CreateRoute() {
  const { t } = useTranslation("organization");
  usePageTitle(t("create.title"));
  const navigate = useNavigate();
  const client = useQueryClient();
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const [form] = Form.useForm<{ name: string; slug: string }>();
  const [ownSlug, setOwnSlug] = useState(false);
  const create = useMutation({
    mutationFn: async (body: { name: string; slug: string }) => (await api.POST("/api/organizations", { body })).data,
    onSuccess: async (organization) => {
      if (organization) rememberOrganization(organization.id);
      await client.invalidateQueries({ queryKey: ["get", "/api/me/organizations"] });
      await navigate("/welcome");
    },
    onError: (error) => {
      const { name, slug } = fieldErrors(error);
      if (name) form.setFields([{ name: "name", errors: [name] }]);
      if (slug) form.setFields([{ name: "slug", errors: [slug] }]);
    },
  });

  return (
    <main className={styles.page}>
      <Mark size={40} />
      <h1 className={styles.title}>{t("create.title")}</h1>
      <p className={styles.text}>{t("create.text")}</p>
      {create.error ? (
        <Alert className={styles.alert} type="error" role="alert" title={errorText(create.error)} />
      ) : null}
      <Form
        form={form}
        className={styles.form}
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => create.mutate(values)}
        onValuesChange={(changed) => {
          if ("name" in changed && !ownSlug) form.setFieldValue("slug", slugOf(changed.name ?? ""));
        }}
      >
        <Form.Item
          name="name"
          label={t("create.name")}
          rules={[{ required: true, whitespace: true, message: t("create.required") }]}
        >
          <Input size="large" autoFocus placeholder={t("create.name_placeholder")} autoComplete="organization" />
        </Form.Item>
        <Form.Item
          name="slug"
          label={t("create.slug")}
          extra={t("create.slug_hint")}
          normalize={(value: string) => slugOf(value, true)}
          rules={[{ required: true, message: t("create.required") }]}
        >
          <Input size="large" maxLength={63} onChange={() => setOwnSlug(true)} autoComplete="off" />
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={create.isPending}>
          {t("create.submit")}
        </Button>
      </Form>
    </main>
  );
}
