// The name of an entry's file; its folder in the archive stands back.
import styles from "./FileName.module.css";

export function FileName({ path }: { path: string }) {
  const at = path.lastIndexOf("/") + 1;
  return (
    <>
      {at > 0 ? <span className={styles.folder}>{path.slice(0, at)}</span> : null}
      {path.slice(at)}
    </>
  );
}
