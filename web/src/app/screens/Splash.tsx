// Splash screen while the first screen loads.
import { BrandMark } from "@/ui/BrandMark";
import styles from "./Splash.module.css";

export function Splash() {
  return (
    <div className={styles.splash} aria-busy="true">
      <BrandMark size={40} />
    </div>
  );
}
