// /prompts: the AI's prompts by type: mine, the organization's and the built-in ones.
import { Alert, Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { useAiState } from "@/entities/ai/state";
import type { PromptType } from "@/lib/api/types";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { UnsavedScope } from "@/ui/forms/UnsavedScope";
import { PageHeader } from "@/ui/PageHeader";
import { QueryView } from "@/ui/states/QueryView";
import { usePrompts } from "../api/prompts";
import { PromptEditor } from "../components/PromptEditor";
import { SCOPES, scopeOf } from "../logic/scopes";
import styles from "./PromptsRoute.module.css";

export function PromptsRoute() {
  const { t } = useTranslation("prompts");
  const [params, setParams] = useSearchParams();
  const prompts = usePrompts();
  const hasModel = useAiState(true).data?.has_model;
  return (
    <>
      <PageHeader title={t("title")} />
      {hasModel === false ? (
        <Alert className={styles.unused ?? ""} role="note" type="info" showIcon title={t("unused")} />
      ) : null}
      <QueryView query={prompts} skeleton={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
        {({ items }) => {
          const types = [...new Set(items.map((prompt) => prompt.prompt_type))];
          const type = types.find((known) => known === params.get("type")) ?? types[0];
          if (!type) return null;
          const scope = SCOPES.find((known) => known === params.get("scope")) ?? null;
          const select = (next: PromptType) => setParams({ type: next });
          return (
            <div className={styles.columns}>
              <nav aria-label={t("types")}>
                <ul className={styles.types}>
                  {types.map((known) => {
                    const inForce = items.find((prompt) => prompt.prompt_type === known && prompt.in_force);
                    return (
                      <li key={known}>
                        <button
                          type="button"
                          className={styles.type}
                          aria-current={known === type}
                          onClick={() => select(known)}
                        >
                          {t(`type.${known}`)}
                          <span className={styles.scope}>{inForce ? t(`scope.${scopeOf(inForce)}`) : null}</span>
                        </button>
                      </li>
                    );
                  })}
                </ul>
              </nav>
              <UnsavedScope params={["type", "scope"]}>
                <PromptEditor
                  key={type}
                  type={type}
                  prompts={items}
                  scope={scope}
                  onScope={(next) => setParams({ type, scope: next }, { replace: true })}
                />
              </UnsavedScope>
            </div>
          );
        }}
      </QueryView>
    </>
  );
}
