// Form fields in each state, with messages.
import { Alert, Checkbox, Form, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConflictNotice } from "@/ui/forms/ConflictNotice";
import { DateField } from "@/ui/forms/DateField";
import { LiteField } from "@/ui/lite/LiteField";
import { LiteNotice } from "@/ui/lite/LiteNotice";
import { SearchBox } from "@/ui/SearchBox";
import { Sample, Section } from "@/ui/samples/Sample";

export function Fields() {
  const { t } = useTranslation(["styleguide", "errors"]);
  const [search, setSearch] = useState("");
  const [text, setText] = useState("");
  const label = t("sample.field");
  const required = t("errors:field.required");
  return (
    <Section title={t("section.fields")}>
      <Sample name="Form.Item · Input · Select · DateField">
        <Form layout="vertical" component="div" style={{ width: "100%" }}>
          <Form.Item label={label}>
            <Input aria-label={label} placeholder={t("sample.placeholder")} />
          </Form.Item>
          <Form.Item label={label} validateStatus="error" help={required}>
            <Input aria-label={label} aria-invalid />
          </Form.Item>
          <Form.Item label={label}>
            <Input aria-label={label} disabled value={t("sample.value")} />
          </Form.Item>
          <Form.Item label={label}>
            <Select aria-label={label} options={[{ value: "one", label: t("sample.value") }]} defaultValue="one" />
          </Form.Item>
          <Form.Item label={label}>
            <DateField value="2026-03-02" />
          </Form.Item>
          <Checkbox defaultChecked>{label}</Checkbox>
        </Form>
      </Sample>
      <Sample name="SearchBox">
        <SearchBox label={t("sample.search")} value={search} onChange={setSearch} />
      </Sample>
      <Sample name="LiteField">
        <LiteField name="sample" label={label} value={text} onValue={setText} />
        <LiteField name="sample-error" label={label} value="" onValue={setText} error={required} />
      </Sample>
      <Sample name="Alert · LiteNotice">
        <Alert type="error" showIcon title={t("sample.failed")} />
        <Alert type="warning" showIcon title={t("sample.careful")} />
        <LiteNotice>{t("sample.done")}</LiteNotice>
        <LiteNotice isError>{t("sample.failed")}</LiteNotice>
      </Sample>
      <Sample name="ConflictNotice">
        <ConflictNotice
          conflicts={[{ field: "sample", label, mine: t("sample.value"), theirs: t("sample.other") }]}
          onResolve={() => undefined}
        />
      </Sample>
    </Section>
  );
}
