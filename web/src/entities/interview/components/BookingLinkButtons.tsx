// Copies a private booking link for an interview with the user, or with another interviewer.
import { App, Button, Dropdown, Space } from "antd";
import { ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useErrorText } from "@/ui/errorText";
import { useCopy } from "@/ui/useCopy";
import { useCreateBookingLink } from "../hours";
import { useInterviewers } from "../interviewers";

export function BookingLinkButtons({ applicationId }: { applicationId: string }) {
  const { t } = useTranslation("interview");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const copy = useCopy();
  const link = useCreateBookingLink(applicationId);
  const interviewers = useInterviewers();
  const copyLink = (interviewerId: string | null) =>
    link.mutate(interviewerId, {
      onSuccess: (made) => void copy(made, t("booking_link.copied")),
      onError: (error) => void message.error(errorText(error)),
    });
  const items = interviewers.map(({ user_id, label }) => ({
    key: user_id,
    label,
    onClick: () => copyLink(user_id),
  }));
  return (
    <Space.Compact>
      <Button loading={link.isPending} onClick={() => copyLink(null)}>
        {t("booking_link.copy")}
      </Button>
      <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items }}>
        <Button
          icon={<ChevronDown size={15} aria-hidden="true" />}
          aria-label={t("booking_link.of")}
          disabled={items.length === 0}
        />
      </Dropdown>
    </Space.Compact>
  );
}
