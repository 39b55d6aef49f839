// Logo of an organization, or the first letter of its name.
import type { Organization } from "@/lib/api/types";
import styles from "./OrganizationLogo.module.css";

export function OrganizationLogo(props: { organization: Pick<Organization, "name" | "logo_url">; size?: number }) {
  const { name, logo_url } = props.organization;
  const size = props.size ?? 40;
  return (
    <span className={styles.logo} style={{ width: size, height: size, fontSize: size * 0.42 }} aria-hidden="true">
      {logo_url ? <img src={logo_url} alt="" /> : [...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
