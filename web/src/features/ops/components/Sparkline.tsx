// A number over the last minutes, drawn beside it.
import { linePoints } from "../logic/history";
import styles from "./Sparkline.module.css";

const WIDTH = 60;
const HEIGHT = 16;

export function Sparkline({ values }: { values: readonly number[] }) {
  return (
    <svg
      className={styles.line}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
      aria-hidden="true"
    >
      {values.length > 1 ? <polyline points={linePoints(values, WIDTH, HEIGHT)} /> : null}
    </svg>
  );
}
