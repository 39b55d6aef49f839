// /organization/settings: the organization's profile and logo, leaving and deleting it.

import { Alert, Button, Form, Input, Select } from "antd";
import { type ComponentProps, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useIndustryOptions, useSizeOptions } from "@/entities/organization/options";
import {
  type OrganizationProfile,
  toProfile,
  useSaveOrganizationProfile,
  versionOf,
} from "@/entities/organization/queries";
import { Can } from "@/entities/session/components/Can";
import { useCan } from "@/entities/session/memberships";
import { useCurrentOrganization } from "@/entities/session/session";
import { useFormats } from "@/i18n/format";
import type { Language } from "@/i18n/languages";
import { timeZoneName } from "@/i18n/timeZones";
import type { Organization } from "@/lib/api/types";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { FormNotices } from "@/ui/forms/FormNotices";
import { TimeZoneSelect } from "@/ui/forms/TimeZoneSelect";
import { useServerForm } from "@/ui/forms/useServerForm";
import { lazyPart } from "@/ui/late/lazyPart";
import { PageHeader } from "@/ui/PageHeader";
import { DeleteOrganization } from "../components/DeleteOrganization";
import { LogoField } from "../components/LogoField";
import { OrganizationBackLink } from "../components/OrganizationBackLink";
import { isWebsite, normalizeWebsite } from "../logic/website";
import styles from "./SettingsRoute.module.css";

// The date picker is large and used only here.
const DateField = lazyPart(async () => ({ default: (await import("@/ui/forms/DateField")).DateField }));

/** antd's form passes value and onChange to its direct child. */
function FoundedField(props: ComponentProps<typeof DateField>) {
  return (
    <Suspense fallback={<Input readOnly />}>
      <DateField {...props} />
    </Suspense>
  );
}

const FIELDS = ["name", "industry", "employee_count", "website", "founded_date", "description", "timezone"] as const;
/** Fields with fixed options. */
const CHOICES: readonly (keyof OrganizationProfile)[] = ["industry", "employee_count"];

function savedOf(organization: Organization) {
  return { saved: toProfile(organization), version: versionOf(organization) };
}

export function SettingsRoute() {
  const { t, i18n } = useTranslation("organization");
  const { organization } = useCurrentOrganization().membership;
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const industries = useIndustryOptions();
  const sizes = useSizeOptions();
  const [form] = Form.useForm<OrganizationProfile>();
  const save = useSaveOrganizationProfile();
  const canWrite = useCan("organization:manage");
  const editor = useServerForm<OrganizationProfile>({
    ...savedOf(organization),
    save: async (changes, version) => {
      const { name, website } = changes;
      const clean = {
        ...changes,
        ...(name !== undefined && { name: name.trim() }),
        ...(website !== undefined && { website: normalizeWebsite(website) }),
      };
      return savedOf(await save.mutateAsync({ changes: clean, updated_at: String(version) }));
    },
    readCurrent: (current) => (current ? savedOf(current as Organization) : null),
    canSave: canWrite,
  });
  const { value: values, isDirty: dirty, conflicts, guard } = editor;

  // Apply others' changes and resolved conflicts to the fields.
  useEffect(() => form.setFieldsValue(values), [form, values]);
  useEffect(() => {
    const refused = fieldErrors(editor.error);
    form.setFields(
      FIELDS.flatMap((name) => {
        const reason = refused[name] ?? refused[`settings.${name}`];
        return reason ? [{ name, errors: [reason] }] : [];
      }),
    );
  }, [form, fieldErrors, editor.error]);

  const labels: Record<keyof OrganizationProfile, string> = {
    name: t("settings.name"),
    industry: t("settings.industry"),
    employee_count: t("settings.size"),
    website: t("settings.website"),
    founded_date: t("settings.founded"),
    description: t("settings.description"),
    timezone: t("settings.timezone"),
  };
  const formats = useFormats();
  const inWords = (value: string, name: keyof OrganizationProfile) => {
    if (name === "timezone") return timeZoneName(i18n.language as Language, value);
    if (name === "founded_date" && value) return formats.date(value);
    return [...industries, ...sizes].find((option) => CHOICES.includes(name) && option.value === value)?.label ?? value;
  };

  return (
    <div className={styles.page}>
      <OrganizationBackLink />
      <PageHeader
        title={t("settings.title")}
        actions={
          <>
            <span className={styles.state} role="status">
              {dirty ? t("settings.unsaved") : save.isSuccess ? t("settings.saved") : ""}
            </span>
            <Button
              type="primary"
              disabled={!dirty || !canWrite || Object.keys(conflicts).length > 0}
              loading={editor.isSaving}
              onClick={form.submit}
            >
              {t("save")}
            </Button>
          </>
        }
      />
      {editor.error ? (
        <Alert
          className={styles.alert ?? ""}
          type="error"
          role="alert"
          title={t("settings.save_failed")}
          description={errorText(editor.error)}
          showIcon
        />
      ) : null}
      <FormNotices form={editor} labels={labels} inWords={inWords} />
      <Can permission="organization:manage">
        <LogoField />
      </Can>
      <Form
        form={form}
        className={styles.form ?? ""}
        layout="vertical"
        requiredMark={false}
        variant={canWrite ? "outlined" : "filled"}
        initialValues={values}
        scrollToFirstError={{ focus: true }}
        onValuesChange={(change: Partial<OrganizationProfile>) =>
          editor.edit(Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? ""])))
        }
        onFinish={() => void editor.submit()}
      >
        <Form.Item
          name="name"
          label={t("settings.name")}
          rules={[{ required: true, whitespace: true, message: t("settings.name_required") }]}
        >
          <Input readOnly={!canWrite} maxLength={200} autoComplete="organization" />
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
            <Select disabled={!canWrite} allowClear placeholder={t("settings.choose")} options={industries} />
          </Form.Item>
          <Form.Item
            name="employee_count"
            label={t("settings.size")}
            getValueProps={(value: string) => ({ value: value || undefined })}
          >
            <Select disabled={!canWrite} allowClear placeholder={t("settings.choose")} options={sizes} />
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
            <Input readOnly={!canWrite} maxLength={300} placeholder="https://" inputMode="url" autoComplete="url" />
          </Form.Item>
          <Form.Item name="founded_date" label={t("settings.founded")}>
            <FoundedField readOnly={!canWrite} />
          </Form.Item>
        </div>
        <Form.Item name="timezone" label={t("settings.timezone")} extra={t("settings.timezone_hint")}>
          <TimeZoneSelect disabled={!canWrite} />
        </Form.Item>
        <Form.Item name="description" label={t("settings.description")}>
          <Input.TextArea
            readOnly={!canWrite}
            autoSize={{ minRows: 4, maxRows: 14 }}
            maxLength={2000}
            placeholder={t("settings.description_placeholder")}
          />
        </Form.Item>
      </Form>
      <Can permission="organization:delete">
        <DeleteOrganization onDeleted={guard.release} />
      </Can>
    </div>
  );
}
