// Shown while the first screen is fetched: our mark, quietly.
import { Mark } from "@/ui/Mark";
import styles from "./Splash.module.css";

export function Splash() {
  return (
    <div className={styles.splash} aria-busy="true">
      <Mark size={40} />
    </div>
  );
}
