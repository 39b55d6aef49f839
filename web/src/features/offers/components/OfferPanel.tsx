// A candidate's offer: draft, approval, sending and outcome.
import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useEmailHref } from "@/entities/application/emailLinks";
import { SUB_STATUS, useSubStatusName } from "@/entities/application/stages";
import { useOnboardingItems } from "@/entities/offer/onboarding";
import {
  type OfferCandidate,
  type OfferStepName,
  type OnboardingStep,
  type SentOffer,
  useOffer,
  useOfferStep,
  useOnboardingStep,
  useSaveOffer,
} from "@/entities/offer/queries";
import { useCan, useCanOpenPage } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { Offer } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { LinkButton } from "@/ui/LinkButton";
import { SidePanel } from "@/ui/SidePanel";
import { groupOf } from "../logic/groups";
import { letterDifferences } from "../logic/letterDifferences";
import { Attachments } from "./Attachments";
import { CommentDialog, type CommentedStep } from "./CommentDialog";
import { OfferChanges } from "./OfferChanges";
import { OfferForm } from "./OfferForm";
import { OfferHistory } from "./OfferHistory";
import styles from "./OfferPanel.module.css";
import { OfferTag } from "./OfferTag";
import { OfferText } from "./OfferText";
import { OnboardingList } from "./OnboardingList";
import { SentLink } from "./SentLink";

export function OfferPanel({ candidate, onClose }: { candidate: OfferCandidate; onClose: () => void }) {
  const { t } = useTranslation(["offers", "interview"]);
  const { message, modal } = App.useApp();
  const errorText = useErrorText();
  const subStatusName = useSubStatusName();
  const { application, offer } = candidate;
  const step = useOfferStep();
  const onboarding = useOnboardingStep();
  const [sent, setSent] = useState<SentOffer | null>(null);
  const [asked, setAsked] = useState<CommentedStep | null>(null);
  const name = application.person.name ?? t("interview:nameless");

  /** Returns the error, if it failed. */
  const take = async (what: OfferStepName, of: Offer, comment = "", notifiesCandidate = false): Promise<unknown> => {
    try {
      const answer = await step.mutateAsync({ offer: of, step: what, comment, notifiesCandidate });
      if (answer) setSent(answer);
      const done = {
        submit: t("done.submit"),
        approve: t("done.approve"),
        return: t("done.return"),
        send: t("done.send"),
        withdraw: t("done.withdraw"),
      }[what];
      message.success(done);
      setAsked(null);
      return null;
    } catch (error) {
      const passages = letterDifferences(error).join(" · ");
      message.error(passages === "" ? errorText(error) : t("letter.differs", { passages }), 5);
      return error;
    }
  };
  const onboard = async (action: OnboardingStep): Promise<void> => {
    try {
      await onboarding.mutateAsync({ id: application.id, version: application.version, action });
      message.success({ begin: t("done.begin"), onboard: t("done.onboard"), give_up: t("done.give_up") }[action]);
    } catch (error) {
      message.error(errorText(error), 5);
    }
  };
  const askToSend = async (of: Offer): Promise<unknown> => {
    const isSure = await modal.confirm({
      title: t("send.title", { name }),
      content: t("send.text"),
      okText: t("action.send"),
    });
    return isSure ? take("send", of) : null;
  };
  return (
    <SidePanel title={name} onClose={onClose}>
      <header className={styles.head}>
        <h2>{name}</h2>
        {offer ? <OfferTag status={offer.status} /> : null}
        <p>
          {application.job_title} · {subStatusName(application.sub_status)}
        </p>
      </header>
      {sent ? <SentLink sent={sent} /> : null}
      <Body
        candidate={candidate}
        isBusy={step.isPending || onboarding.isPending}
        onStep={(what, of) => (what === "send" ? askToSend(of) : take(what, of))}
        onAsk={setAsked}
        onOnboard={(action) => {
          if (action !== "give_up") return void onboard(action);
          modal.confirm({
            title: t("give_up.title", { name }),
            content: t("give_up.text"),
            okText: t("action.give_up"),
            okButtonProps: { danger: true },
            onOk: () => onboard(action),
          });
        }}
      />
      {offer ? <Attachments offer={offer} /> : null}
      {offer ? <History id={offer.id} /> : null}
      {asked && offer ? (
        <CommentDialog
          what={asked}
          isWithCandidate={["sent", "viewed", "accepted"].includes(offer.status)}
          isBusy={step.isPending}
          onCancel={() => setAsked(null)}
          onConfirm={(comment, notifiesCandidate) => void take(asked, offer, comment, notifiesCandidate)}
        />
      ) : null}
    </SidePanel>
  );
}

interface BodyProps {
  candidate: OfferCandidate;
  isBusy: boolean;
  /** Returns the error, if it failed. */
  onStep: (step: OfferStepName, offer: Offer) => Promise<unknown>;
  onAsk: (what: CommentedStep) => void;
  onOnboard: (action: OnboardingStep) => void;
}

/** The form of a draft, else the actions; if the offer moves on meanwhile, the form stays with its typed text. */
function Body(props: BodyProps) {
  const { candidate, isBusy, onStep } = props;
  const { offer } = candidate;
  const isDraft = groupOf(candidate) === "prepare" && offer?.status === "draft";
  return (
    <>
      {offer ? (
        <OfferForm
          key={offer.id}
          offer={offer}
          isDraft={isDraft}
          isBusy={isBusy}
          onSubmit={(saved) => onStep("submit", saved)}
        />
      ) : null}
      {isDraft ? null : <Steps {...props} />}
    </>
  );
}

function Steps({ candidate, isBusy, onStep, onAsk, onOnboard }: BodyProps) {
  const { t } = useTranslation("offers");
  const { application, offer } = candidate;
  const canApprove = useCan("offer-workbench:manage");
  const canSend = useCan("offer-workbench:send");
  const canMove = useCan("offer-workbench:move");
  const withdraw =
    offer && canSend ? (
      <Button danger onClick={() => onAsk("withdraw")}>
        {t("action.withdraw")}
      </Button>
    ) : null;
  switch (groupOf(candidate)) {
    case "prepare":
      return <Begin candidate={candidate} />;
    case "approve":
      return offer ? (
        <>
          <OfferChanges offerId={offer.id} />
          <OfferText offer={offer} />
          <p className={styles.note}>{canApprove ? t("note.approve") : t("note.waiting_approval")}</p>
          <div className={styles.actions}>
            {canApprove ? (
              <>
                <Button type="primary" loading={isBusy} onClick={() => void onStep("approve", offer)}>
                  {t("action.approve")}
                </Button>
                <Button onClick={() => onAsk("return")}>{t("action.return")}</Button>
              </>
            ) : null}
            {withdraw}
          </div>
        </>
      ) : null;
    case "send":
      return offer ? (
        <>
          <OfferText offer={offer} />
          <div className={styles.actions}>
            {canSend ? (
              <Button type="primary" loading={isBusy} onClick={() => void onStep("send", offer)}>
                {t("action.send")}
              </Button>
            ) : null}
            {canApprove ? <Button onClick={() => onAsk("return")}>{t("action.return")}</Button> : null}
            {withdraw}
          </div>
        </>
      ) : null;
    case "answer":
      return offer ? (
        <>
          <OfferText offer={offer} />
          <div className={styles.actions}>
            {canSend ? <Button onClick={() => onAsk("send")}>{t("action.send_again")}</Button> : null}
            {withdraw}
          </div>
        </>
      ) : null;
    case "answered":
      return offer ? (
        <>
          <Answer offer={offer} />
          <OfferText offer={offer} />
          <div className={styles.actions}>
            {offer.status === "accepted" ? (
              <>
                {canMove && application.sub_status === SUB_STATUS.offerAccepted ? (
                  <Button type="primary" loading={isBusy} onClick={() => onOnboard("begin")}>
                    {t("action.begin")}
                  </Button>
                ) : null}
                {withdraw}
              </>
            ) : (
              <Begin candidate={candidate} />
            )}
          </div>
        </>
      ) : null;
    case "onboarding":
      return (
        <>
          {offer ? <Answer offer={offer} /> : null}
          <OnboardingList applicationId={application.id} canEdit={canMove} />
          {canMove ? (
            <div className={styles.actions}>
              <OnboardButton application={application} isBusy={isBusy} onOnboard={() => onOnboard("onboard")} />
              <Button danger loading={isBusy} onClick={() => onOnboard("give_up")}>
                {t("action.give_up")}
              </Button>
            </div>
          ) : null}
          {offer ? <OfferText offer={offer} /> : null}
        </>
      );
    case "done":
      return offer ? (
        <>
          <Answer offer={offer} />
          <OnboardingList applicationId={application.id} canEdit={false} />
          <OfferText offer={offer} />
        </>
      ) : null;
  }
}

/** Asks first, because nothing leads back, and says how many items of the checklist are open. */
function OnboardButton(props: { application: OfferCandidate["application"]; isBusy: boolean; onOnboard: () => void }) {
  const { t } = useTranslation(["offers", "interview"]);
  const { modal } = App.useApp();
  const { application, isBusy, onOnboard } = props;
  const items = useOnboardingItems(application.id);
  const ask = () => {
    const open = items.data?.items.filter(({ done_at }) => !done_at).length ?? 0;
    modal.confirm({
      title: t("onboard.title", { name: application.person.name ?? t("interview:nameless") }),
      content: open > 0 ? t("onboard.open", { count: open }) : t("onboard.text"),
      okText: t("action.onboard"),
      onOk: onOnboard,
    });
  };
  return (
    <Button type="primary" loading={isBusy} onClick={ask}>
      {t("action.onboard")}
    </Button>
  );
}

/** Actions to start a first or another offer. */
function Begin({ candidate: { application } }: { candidate: OfferCandidate }) {
  const { t } = useTranslation("offers");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const formats = useFormats();
  const save = useSaveOffer();
  const emailHref = useEmailHref();
  const canCreate = useCan("offer-workbench:create");
  const canOpenPipeline = useCanOpenPage("pipeline");
  const intent = emailHref("offer_intent", application.job_id, [application.id]);
  return (
    <>
      <p className={styles.note}>{t("note.prepare")}</p>
      {application.intent_sent_at ? (
        <p className={styles.note}>{t("note.intent_sent", { time: formats.dateTime(application.intent_sent_at) })}</p>
      ) : null}
      <div className={styles.actions}>
        {canCreate ? (
          <Button
            type="primary"
            loading={save.isPending}
            onClick={() =>
              save.mutate(
                { offer: null, body: { application_id: application.id } },
                { onError: (error) => void message.error(errorText(error), 5) },
              )
            }
          >
            {t("action.prepare")}
          </Button>
        ) : null}
        {intent && application.sub_status === SUB_STATUS.offerIntentPending && !application.intent_sent_at ? (
          <LinkButton to={intent}>{t("action.intent")}</LinkButton>
        ) : null}
        {canOpenPipeline ? (
          <Link
            className={styles.elsewhere ?? ""}
            to={href("pipeline", { job_id: application.job_id, id: application.id })}
          >
            {t("action.pipeline")}
          </Link>
        ) : null}
      </div>
    </>
  );
}

function Answer({ offer }: { offer: Offer }) {
  const { t } = useTranslation("offers");
  const formats = useFormats();
  const at = offer.answered_at ? formats.dateTime(offer.answered_at) : "";
  return (
    <div className={styles.answer} data-status={offer.status}>
      {offer.status === "accepted" ? <p>{t("answer.accepted", { name: offer.answer_name ?? "", at })}</p> : null}
      {offer.status === "declined" ? (
        <>
          <p>{t("answer.declined", { at })}</p>
          {offer.answer_reason ? <blockquote>{offer.answer_reason}</blockquote> : null}
        </>
      ) : null}
      {offer.status === "expired" ? <p>{t("answer.expired")}</p> : null}
    </div>
  );
}

function History({ id }: { id: string }) {
  const { t } = useTranslation("offers");
  const offer = useOffer(id);
  if (!offer.data) return null;
  return (
    <section className={styles.section}>
      <h3>{t("history.title")}</h3>
      <OfferHistory offerId={id} entries={offer.data.history} />
    </section>
  );
}
