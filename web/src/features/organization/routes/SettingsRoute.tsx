// /organization/settings: what the organization says of itself, its logo, and its end.
import { Alert, Button, Form, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIndustryOptions, useSizeOptions } from "@/entities/organization/options";
import { type Profile, profileOf, useSaveProfile } from "@/entities/organization/queries";
import { Can } from "@/entities/session/components/Can";
import { useCan } from "@/entities/session/memberships";
import { useCurrentOrganization } from "@/entities/session/session";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { PermissionLostNotice } from "@/ui/forms/PermissionLostNotice";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";
import { PageHeader } from "@/ui/PageHeader";
import { Back } from "../components/Back";
import { DeleteOrganization } from "../components/DeleteOrganization";
import { LogoField } from "../components/LogoField";
import { isWebsite, websiteOf } from "../logic/website";
import styles from "./SettingsRoute.module.css";

export function SettingsRoute() {
  const { t } = useTranslation("organization");
  const { organization } = useCurrentOrganization().membership;
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const industries = useIndustryOptions();
  const sizes = useSizeOptions();
  const [form] = Form.useForm<Profile>();
  const saved = profileOf(organization);
  const [values, setValues] = useState(saved);
  const save = useSaveProfile();
  const writes = useCan("organization:manage");
  const dirty = (Object.keys(saved) as (keyof Profile)[]).some((key) => (values[key] ?? "") !== saved[key]);
  const guard = useUnsavedGuard(dirty);

  const submit = () => {
    const clean = { ...values, name: values.name.trim(), website: websiteOf(values.website) };
    setValues(clean);
    form.setFieldsValue(clean);
    save.mutate(clean, {
      onError: (error) => {
        const refused = fieldErrors(error);
        for (const name of Object.keys(clean) as (keyof Profile)[]) {
          const reason = refused[name] ?? refused[`settings.${name}`];
          if (reason) form.setFields([{ name, errors: [reason] }]);
        }
      },
    });
  };

  return (
    <div className={styles.page}>
      <Back />
      <PageHeader
        title={t("settings.title")}
        actions={
          <>
            <span className={styles.state} role="status">
              {dirty ? t("settings.unsaved") : save.isSuccess ? t("settings.saved") : ""}
            </span>
            <Button type="primary" disabled={!dirty || !writes} loading={save.isPending} onClick={form.submit}>
              {t("save")}
            </Button>
          </>
        }
      />
      {writes ? null : (
        <PermissionLostNotice
          fields={[
            { label: t("settings.name"), value: values.name },
            { label: t("settings.website"), value: values.website },
            { label: t("settings.founded"), value: values.founded_date },
            { label: t("settings.description"), value: values.description },
          ]}
        />
      )}
      {writes && save.error ? (
        <Alert className={styles.alert ?? ""} type="error" role="alert" title={errorText(save.error)} showIcon />
      ) : null}
      <Can permission="organization:manage">
        <LogoField />
      </Can>
      <Form
        form={form}
        className={styles.form ?? ""}
        layout="vertical"
        requiredMark={false}
        variant={writes ? "outlined" : "filled"}
        initialValues={saved}
        scrollToFirstError={{ focus: true }}
        onValuesChange={(_, all) =>
          setValues({ ...all, industry: all.industry ?? "", employee_count: all.employee_count ?? "" })
        }
        onFinish={submit}
      >
        <Form.Item
          name="name"
          label={t("settings.name")}
          rules={[{ required: true, whitespace: true, message: t("settings.name_required") }]}
        >
          <Input readOnly={!writes} maxLength={200} autoComplete="organization" />
        </Form.Item>
        <Form.Item label={t("settings.slug")} extra={t("settings.slug_hint")} htmlFor="slug">
          <Input id="slug" value={organization.slug} readOnly variant="filled" />
        </Form.Item>
        <div className={styles.pair}>
          <Form.Item
            name="industry"
            label={t("settings.industry")}
            getValueProps={(value: string) => ({ value: value || undefined })}
          >
            <Select disabled={!writes} allowClear placeholder={t("settings.choose")} options={industries} />
          </Form.Item>
          <Form.Item
            name="employee_count"
            label={t("settings.size")}
            getValueProps={(value: string) => ({ value: value || undefined })}
          >
            <Select disabled={!writes} allowClear placeholder={t("settings.choose")} options={sizes} />
          </Form.Item>
        </div>
        <div className={styles.pair}>
          <Form.Item
            name="website"
            label={t("settings.website")}
            rules={[
              {
                validator: (_, value: string) =>
                  isWebsite(value) ? Promise.resolve() : Promise.reject(new Error(t("settings.website_invalid"))),
              },
            ]}
          >
            <Input readOnly={!writes} maxLength={300} placeholder="https://" inputMode="url" autoComplete="url" />
          </Form.Item>
          <Form.Item name="founded_date" label={t("settings.founded")}>
            <Input readOnly={!writes} type="date" max="9999-12-31" />
          </Form.Item>
        </div>
        <Form.Item name="description" label={t("settings.description")}>
          <Input.TextArea
            readOnly={!writes}
            autoSize={{ minRows: 4, maxRows: 14 }}
            maxLength={2000}
            placeholder={t("settings.description_placeholder")}
          />
        </Form.Item>
      </Form>
      <Can permission="organization:delete">
        <DeleteOrganization onDeleted={guard.release} />
      </Can>
      <UnsavedDialog guard={guard} />
    </div>
  );
}
