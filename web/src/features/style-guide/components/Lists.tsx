// Lists: a table, and the virtual list with thousands of rows.
import { useTranslation } from "react-i18next";
import { VirtualList } from "@/ui/lists/VirtualList";
import { Sample, Section } from "@/ui/samples/Sample";
import { RowTable } from "@/ui/tables/RowTable";
import rows from "@/ui/tables/RowTable.module.css";
import styles from "./Lists.module.css";

const MANY = Array.from({ length: 5_000 }, (_, at) => `row-${at + 1}`);
const idOf = (id: string) => id;
const focusable = (id: string) => `[data-row="${id}"]`;

export function Lists() {
  const { t } = useTranslation("styleguide");
  return (
    <Section title={t("section.lists")}>
      <Sample name="RowTable">
        <RowTable
          heads={[{ label: t("sample.field") }, { label: t("sample.number"), number: true }]}
          actions={t("sample.action")}
          label={t("section.lists")}
        >
          {[1, 2].map((number) => (
            <tr key={number}>
              <td className={rows.lead}>
                {t("sample.value")}
                <span className={rows.below}>{t("sample.other")}</span>
              </td>
              <td className={rows.number} data-label={t("sample.number")}>
                {number}
              </td>
              <td className={rows.actions} />
            </tr>
          ))}
        </RowTable>
      </Sample>
      <Sample name="VirtualList">
        <VirtualList
          items={MANY}
          idOf={idOf}
          estimate={40}
          label={t("sample.many")}
          className={styles.scroller}
          focusable={focusable}
        >
          {(id) => (
            <button type="button" data-row={id} className={styles.row}>
              {id}
            </button>
          )}
        </VirtualList>
      </Sample>
    </Section>
  );
}
