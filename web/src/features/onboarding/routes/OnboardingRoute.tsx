// /onboarding: five short steps for new users, each of which can be skipped.
import { App, Button, Skeleton, Steps } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCurrentOrganization } from "@/entities/session/session";
import { AboutMeForm } from "@/entities/user/components/AboutMeForm";
import { PreferencesForm } from "@/entities/user/components/PreferencesForm";
import { useCompleteOnboarding, useMyPreferences, useMyProfile } from "@/entities/user/queries";
import { href } from "@/lib/routes/href";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { startTour } from "@/lib/tour";
import { useErrorText } from "@/ui/errorText";
import { UnsavedScope } from "@/ui/forms/UnsavedScope";
import type { UnsavedGuard } from "@/ui/forms/unsaved";
import { PageHeader } from "@/ui/PageHeader";
import { ProgressBar } from "@/ui/ProgressBar";
import { QueryView } from "@/ui/states/QueryView";
import { useIsPhone } from "@/ui/theme/appearance";
import styles from "./OnboardingRoute.module.css";

const STEPS = ["welcome", "profile", "features", "preferences", "complete"] as const;
const FEATURES = ["evidence", "queue", "pipeline", "together"] as const;

export function OnboardingRoute() {
  const { t } = useTranslation(["onboarding", "common"]);
  const isPhone = useIsPhone();
  // The step stands in the address, so that leaving one asks about typed text as leaving a page does.
  const [params, setParams] = useSearchParams();
  const step = STEPS.find((name) => name === params.get("step")) ?? "welcome";
  const position = STEPS.indexOf(step);
  const show = (at: number) => setParams({ step: STEPS[at] ?? "complete" });
  const next = () => show(position + 1);
  const back = position > 0 ? () => show(position - 1) : undefined;
  const saved = (guard: UnsavedGuard) => {
    guard.release();
    next();
  };
  const { user } = useCurrentOrganization().session;
  return (
    <div className={styles.page}>
      <PageHeader title={t("title")} />
      {isPhone ? (
        <>
          <p className={styles.progress}>
            {[t("common:message.progress", { current: position + 1, total: STEPS.length }), t(`step.${step}`)].join(
              " · ",
            )}
          </p>
          <ProgressBar
            percent={((position + 1) / STEPS.length) * 100}
            size="small"
            showInfo={false}
            aria-label={t(`step.${step}`)}
          />
        </>
      ) : (
        <Steps
          current={position}
          onChange={show}
          size="small"
          items={STEPS.map((name) => ({ title: t(`step.${name}`) }))}
        />
      )}
      <section className={styles.step} aria-labelledby="step">
        <h2 id="step">
          {step === "welcome" ? t("welcome.title", { name: user.full_name || user.email }) : t(`${step}.title`)}
        </h2>
        <p className={styles.lead}>{t(`${step}.text`)}</p>
        {step === "welcome" ? <LinkAction label={t("start")} onGo={next} /> : null}
        <UnsavedScope params={["step"]}>
          {step === "profile" ? <Profile onSaved={saved} /> : null}
          {step === "preferences" ? <PreferencesStep onSaved={saved} /> : null}
        </UnsavedScope>
        {step === "features" ? <Features onGo={next} /> : null}
        {step === "complete" ? <Complete /> : null}
        {step !== "complete" ? (
          <div className={styles.aside}>
            {back ? (
              <Button type="text" onClick={back}>
                {t("back")}
              </Button>
            ) : null}
            {step === "welcome" || step === "features" ? null : (
              <Button type="text" onClick={next}>
                {t("skip")}
              </Button>
            )}
          </div>
        ) : null}
      </section>
    </div>
  );
}

function LinkAction({ label, onGo }: { label: string; onGo: () => void }) {
  return (
    <Button type="primary" onClick={onGo}>
      {label}
    </Button>
  );
}

function Profile({ onSaved }: { onSaved: (guard: UnsavedGuard) => void }) {
  const { t } = useTranslation("onboarding");
  return (
    <QueryView query={useMyProfile()} skeleton={<Skeleton active paragraph={{ rows: 6 }} />}>
      {(profile) => <AboutMeForm profile={profile} submit={t("next")} onSaved={onSaved} />}
    </QueryView>
  );
}

function PreferencesStep({ onSaved }: { onSaved: (guard: UnsavedGuard) => void }) {
  const { t } = useTranslation("onboarding");
  return (
    <QueryView query={useMyPreferences()} skeleton={<Skeleton active paragraph={{ rows: 6 }} />}>
      {(preferences) => <PreferencesForm preferences={preferences} submit={t("next")} onSaved={onSaved} />}
    </QueryView>
  );
}

function Features({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation("onboarding");
  return (
    <>
      <dl className={styles.features}>
        {FEATURES.map((feature) => (
          <div key={feature}>
            <dt>{t(`features.${feature}`)}</dt>
            <dd>{t(`features.${feature}_text`)}</dd>
          </div>
        ))}
      </dl>
      <LinkAction label={t("next")} onGo={onGo} />
    </>
  );
}

function Complete() {
  const { t } = useTranslation("onboarding");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const complete = useCompleteOnboarding();
  const finish = (then: () => void) =>
    complete.mutate(undefined, { onSuccess: then, onError: (error) => message.error(errorText(error)) });
  const leave = () => navigate(href("welcome"));
  return (
    <div className={styles.actions}>
      <Button type="primary" loading={complete.isPending} onClick={() => finish(leave)}>
        {t("complete.go")}
      </Button>
      <Button
        disabled={complete.isPending}
        onClick={() =>
          finish(() => {
            leave();
            startTour("main");
          })
        }
      >
        {t("complete.tour")}
      </Button>
    </div>
  );
}
