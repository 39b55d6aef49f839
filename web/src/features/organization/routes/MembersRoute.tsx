// /organization/members: members, invitations and used seats.
import { Button, Skeleton } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMembers } from "@/entities/member/queries";
import { useUsage } from "@/entities/organization/queries";
import { useCan } from "@/entities/session/memberships";
import { useCurrentOrganization } from "@/entities/session/session";
import type { Member } from "@/lib/api/types";
import { PageHeader } from "@/ui/PageHeader";
import { SearchBox } from "@/ui/SearchBox";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { useInvitations } from "../api/invitations";
import { InvitationList } from "../components/InvitationList";
import { InviteDialog } from "../components/InviteDialog";
import { MemberTable } from "../components/MemberTable";
import { OrganizationBackLink } from "../components/OrganizationBackLink";
import { PlanUsage } from "../components/PlanUsage";
import styles from "./MembersRoute.module.css";

/** Shows the search from this many members on. */
const SEARCH_FROM = 8;

export function MembersRoute() {
  const { t } = useTranslation("organization");
  const { max_users } = useCurrentOrganization().membership.organization;
  const canInvite = useCan("members:create");
  const members = useMembers();
  const invitations = useInvitations();
  const [inviting, setInviting] = useState(false);
  const used = useUsage().data?.members.used;
  const pending = invitations.data?.filter(({ status }) => status === "pending").length ?? 0;

  return (
    <>
      <OrganizationBackLink />
      <PageHeader
        title={t("members.title")}
        context={
          <div className={styles.seats}>
            <PlanUsage
              label={t("usage.seats")}
              used={used}
              limit={max_users}
              note={pending > 0 ? t("usage.invited", { count: pending }) : undefined}
            />
          </div>
        }
        actions={
          canInvite ? (
            <Button type="primary" onClick={() => setInviting(true)}>
              {t("invite.open")}
            </Button>
          ) : undefined
        }
      />
      <QueryView query={members} skeleton={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
        {(data) => <MemberLists members={data} />}
      </QueryView>
      {canInvite ? (
        <section className={styles.invitations} aria-labelledby="invitations">
          <h2 className={styles.heading} id="invitations">
            {t("invitations.title")}
          </h2>
          <QueryView query={invitations} skeleton={<Skeleton active title={false} paragraph={{ rows: 2 }} />}>
            {(data) =>
              data.length === 0 ? (
                <p className={styles.none}>{t("invitations.none")}</p>
              ) : (
                <InvitationList invitations={data} />
              )
            }
          </QueryView>
        </section>
      ) : null}
      {inviting ? <InviteDialog seatsLeft={max_users - (used ?? 0)} onClose={() => setInviting(false)} /> : null}
    </>
  );
}

function MemberLists({ members }: { members: readonly Member[] }) {
  const { t } = useTranslation("organization");
  const [search, setSearch] = useState("");
  const searchBox = useRef(null);
  const wanted = search.toLowerCase();
  const shown = members.filter(({ full_name, email }) => `${full_name} ${email}`.toLowerCase().includes(wanted));
  return (
    <>
      {members.length >= SEARCH_FROM ? (
        <div className={styles.search}>
          <SearchBox ref={searchBox} label={t("members.search")} value={search} onChange={setSearch} />
        </div>
      ) : null}
      {shown.length === 0 ? <EmptyState text={t("nothing_found")} /> : <MemberTable members={shown} />}
    </>
  );
}
