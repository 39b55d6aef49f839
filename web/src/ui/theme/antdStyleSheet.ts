// Loads antd's style sheet of the build.
import address from "virtual:antd-styles";

let loaded: Promise<void> | undefined;

/** Before all others, so that the app's own rules win over equally specific ones. */
export function loadAntdStyles(): Promise<void> {
  loaded ??= address === "" ? Promise.resolve() : insert(address);
  return loaded;
}

function insert(href: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.crossOrigin = "";
  link.href = href;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      loaded = undefined;
      link.remove();
      reject(new Error(`no style sheet ${href}`));
    };
    document.head.prepend(link);
  });
}
