// Form of a new organization: name, slug, industry, size and plan. Without the component library, because
// registration uses it.
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { OrganizationInput } from "@/lib/api/types";
import { useFieldErrors } from "@/ui/errorText";
import { LiteButton } from "@/ui/lite/LiteButton";
import { LiteError } from "@/ui/lite/LiteError";
import { LiteField } from "@/ui/lite/LiteField";
import { LiteSelect } from "@/ui/lite/LiteSelect";
import { useLiteForm } from "@/ui/lite/useLiteForm";
import { type Plan, useIndustryOptions, useSizeOptions } from "../options";
import { slugOf } from "../slug";
import styles from "./OrganizationForm.module.css";
import { PlanCards } from "./PlanCards";

interface Props {
  /** Creates the organization; rejects with the API's problem. */
  onCreate: (organization: OrganizationInput) => Promise<unknown>;
  busy: boolean;
  error: unknown;
  /** A back button next to the create button. */
  back?: ReactNode;
}

const EMPTY = { name: "", slug: "", industry: "", employee_count: "", subscription_tier: "free" };

export function OrganizationForm({ onCreate, busy, error, back }: Props) {
  const { t } = useTranslation();
  const fieldErrors = useFieldErrors();
  const industries = useIndustryOptions();
  const sizes = useSizeOptions();
  const ownSlug = useRef(false);
  const required = (text: string) => (text.trim() ? undefined : t("organization.required"));
  const form = useLiteForm(
    EMPTY,
    ({ name, slug }) => ({ name: required(name), slug: required(slug) }),
    ({ name, slug, industry, employee_count, subscription_tier }) => {
      const timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
      const said = Object.entries({ industry, employee_count, timezone }).filter(([, value]) => value);
      const settings = Object.fromEntries(said);
      const input = { name: name.trim(), slug: slugOf(slug), subscription_tier, settings } as OrganizationInput;
      onCreate(input).catch((problem: unknown) => form.refuse(fieldErrors(problem)));
    },
  );

  return (
    <form onSubmit={form.onSubmit} noValidate>
      {error ? <LiteError title={t("organization.create_failed")} error={error} /> : null}
      <LiteField
        {...form.field("name")}
        onValue={(name) => form.change(ownSlug.current ? { name } : { name, slug: slugOf(name) })}
        label={t("organization.name")}
        placeholder={t("organization.name_placeholder")}
        autoComplete="organization"
        maxLength={200}
        autoFocus
      />
      <LiteField
        {...form.field("slug")}
        onValue={(slug) => {
          ownSlug.current = slug !== "";
          form.change({ slug: slugOf(slug, true) });
        }}
        label={t("organization.slug")}
        hint={t("organization.slug_hint")}
        lead={t("organization.slug_prefix")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={63}
      />
      <div className={styles.pair}>
        <LiteSelect
          {...form.field("industry")}
          label={t("organization.industry")}
          placeholder={t("organization.choose")}
          options={industries}
        />
        <LiteSelect
          {...form.field("employee_count")}
          label={t("organization.size")}
          placeholder={t("organization.choose")}
          options={sizes}
        />
      </div>
      <PlanCards
        value={form.values.subscription_tier as Plan}
        onValue={(plan) => form.change({ subscription_tier: plan })}
      />
      <div className={styles.actions}>
        {back}
        <LiteButton type="submit" primary block busy={busy}>
          {t("organization.create")}
        </LiteButton>
      </div>
    </form>
  );
}
