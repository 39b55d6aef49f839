// Progress of the registration steps.
import { useTranslation } from "react-i18next";
import { STEPS, type Step } from "../logic/registration";
import styles from "./RegistrationSteps.module.css";

export function RegistrationSteps(props: { at: Step }) {
  const { t } = useTranslation("auth");
  const labels: Record<Step, string> = {
    account: t("register.step_account"),
    verification: t("register.step_verification"),
    organization: t("register.step_organization"),
  };
  const at = STEPS.indexOf(props.at);
  return (
    <ol className={styles.steps} aria-label={t("register.steps")}>
      {STEPS.map((step, position) => (
        <li
          key={step}
          className={styles.step}
          data-state={position < at ? "done" : "open"}
          aria-current={step === props.at ? "step" : undefined}
        >
          {labels[step]}
        </li>
      ))}
    </ol>
  );
}
