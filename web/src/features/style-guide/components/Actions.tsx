// Buttons and other controls in each state.
import { Button, Segmented, Switch } from "antd";
import { useTranslation } from "react-i18next";
import { href } from "@/lib/routes/href";
import { LinkButton } from "@/ui/LinkButton";
import { LiteButton } from "@/ui/lite/LiteButton";
import { MoreMenu } from "@/ui/MoreMenu";
import { StageTag } from "@/ui/StageTag";
import { Sample, Section } from "@/ui/samples/Sample";
import { useActionToast } from "@/ui/useActionToast";

export function Actions() {
  const { t } = useTranslation(["styleguide", "common"]);
  const toast = useActionToast();
  const label = t("sample.action");
  const tones = {
    neutral: t("tone.neutral"),
    good: t("tone.good"),
    attention: t("tone.attention"),
    bad: t("tone.bad"),
  };
  return (
    <Section title={t("section.actions")}>
      <Sample name="Button">
        <Button type="primary">{label}</Button>
        <Button>{label}</Button>
        <Button danger>{label}</Button>
        <Button type="text">{label}</Button>
        <Button type="link">{label}</Button>
        <Button disabled>{label}</Button>
        <Button loading>{label}</Button>
        <Button size="small">{label}</Button>
      </Sample>
      <Sample name="LiteButton">
        <LiteButton primary>{label}</LiteButton>
        <LiteButton>{label}</LiteButton>
        <LiteButton disabled>{label}</LiteButton>
        <LiteButton busy>{label}</LiteButton>
      </Sample>
      <Sample name="LinkButton · MoreMenu">
        <LinkButton to={href("welcome")}>{label}</LinkButton>
        <MoreMenu label={label} items={[{ key: "one", label }]} />
      </Sample>
      <Sample name="Segmented · Switch">
        <Segmented options={[label, t("sample.other")]} />
        <Switch size="small" aria-label={label} defaultChecked />
        <Switch size="small" aria-label={t("sample.other")} />
      </Sample>
      <Sample name="StageTag">
        {(["neutral", "good", "attention", "bad"] as const).map((tone) => (
          <StageTag key={tone} tone={tone}>
            {tones[tone]}
          </StageTag>
        ))}
      </Sample>
      <Sample name="useActionToast">
        <Button onClick={() => toast({ key: "style-guide", text: t("sample.done"), undo: () => undefined })}>
          {t("sample.toast")}
        </Button>
      </Sample>
    </Section>
  );
}
