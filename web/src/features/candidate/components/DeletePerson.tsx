// Deletes a candidate permanently, once asked.

import { Button } from "antd";
import { Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCanDeletePeople } from "@/entities/person/queries";
import type { PersonDetail } from "@/lib/api/types";
import { lazyPart } from "@/ui/late/lazyPart";
import styles from "./DeletePerson.module.css";

const DeletePersonDialog = lazyPart(
  async () => ({
    default: (await import("./DeletePersonDialog")).DeletePersonDialog,
  }),
  "overlay",
);

export function DeletePerson({ person }: { person: PersonDetail }) {
  const { t } = useTranslation("candidate");
  const canDelete = useCanDeletePeople();
  const [open, setOpen] = useState(false);
  if (!canDelete) return null;
  return (
    <section aria-label={t("delete.title")}>
      <Button
        className={styles.open ?? ""}
        danger
        type="text"
        icon={<Trash2 size={15} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t("delete.open")}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <DeletePersonDialog person={person} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
