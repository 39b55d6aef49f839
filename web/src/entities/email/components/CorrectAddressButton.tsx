// Opens the correction of a failed email's address in its place.
import { Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Email } from "@/lib/api/types";
import { lazyPart } from "@/ui/late/lazyPart";

const AddressCorrection = lazyPart(async () => ({
  default: (await import("./AddressCorrection")).AddressCorrection,
}));

/** Errors that another address may solve. */
const WRONG_ADDRESS = /^mail\.(recipient_refused|bounced|address_unsupported|rejected)\b/;

export function hasWrongAddress({ status, error }: Email): boolean {
  return status === "failed" && WRONG_ADDRESS.test(error ?? "");
}

export function CorrectAddressButton({ email }: { email: Email }) {
  const { t } = useTranslation("compose");
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <Suspense>
      <AddressCorrection email={email} onClose={() => setOpen(false)} />
    </Suspense>
  ) : (
    <Button size="small" type="primary" onClick={() => setOpen(true)}>
      {t("address.correct_and_send")}
    </Button>
  );
}
