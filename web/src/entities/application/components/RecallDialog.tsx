// Confirms recalling archived candidates, with the new stage and what is lost.
import { Modal } from "antd";
import { useTranslation } from "react-i18next";
import type { Stage, SubStatus } from "@/lib/api/types";
import { RECALL_TARGET } from "../boardLogic";
import { rulesFrom } from "../moves";
import { useStageName, useSubStatusName } from "../stages";

interface Recalled {
  name?: string | null | undefined;
  status: Stage;
  sub_status: SubStatus;
}

interface Props {
  /** The candidates; empty closes the dialog. */
  people: readonly Recalled[];
  busy: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

export function RecallDialog({ people, busy, onCancel, onConfirm }: Props) {
  const { t } = useTranslation("review");
  const stageName = useStageName();
  const subStatusName = useSubStatusName();
  const placeOf = ({ status, sub_status }: Omit<Recalled, "name">) =>
    `${stageName(status)} · ${subStatusName(sub_status)}`;
  const [first, ...others] = people;
  const count = people.length;
  const isRestorable = people.some((one) => rulesFrom("restore", one, true).length > 0);
  return (
    <Modal
      open={count > 0}
      width={440}
      title={
        count === 1
          ? t("recall.title_one_person", { name: first?.name ?? t("nameless") })
          : t("recall.title", { count })
      }
      okText={t("recall.confirm")}
      okButtonProps={{ loading: busy }}
      onOk={onConfirm}
      onCancel={onCancel}
    >
      <p>{t("recall.text", { place: placeOf(RECALL_TARGET) })}</p>
      <p>
        {!isRestorable
          ? t("recall.only_way")
          : first && others.length === 0
            ? t("recall.instead_of", { place: placeOf(first) })
            : t("recall.instead_of_many")}
      </p>
      <p>{t("recall.final")}</p>
    </Modal>
  );
}
