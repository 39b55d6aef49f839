// Leaves parts of libraries out of the build that the app imports but never uses.
import type { Plugin } from "vite";

interface Cut {
  module: RegExp;
  /** Texts of the module and their replacements. */
  texts: readonly (readonly [RegExp, string])[];
  /** What the app's code must not contain. */
  refused?: RegExp;
}

const CUTS: readonly Cut[] = [
  {
    // All fields need the context; only forms need the rest, validation included.
    module: /\/antd\/es\/form\/context\.js$/,
    texts: [[/'@rc-component\/form'/, "'@rc-component/form/es/FormContext'"]],
  },
  {
    module: /\/antd\/es\/input\/index\.js$/,
    texts: [
      [/import Group from '\.\/Group';/, ""],
      [/import OTP from '\.\/OTP';/, ""],
      [/Input\.Group = Group;/, ""],
      [/Input\.OTP = OTP;/, ""],
    ],
    refused: /\bInput\.(Group|OTP)\b/,
  },
  {
    // The app uses messages only.
    module: /\/antd\/es\/app\/App\.js$/,
    texts: [
      [/import useNotification from '[^']*';/, ""],
      [/useNotification\(mergedAppConfig\.notification\)/, "[undefined, null]"],
    ],
    refused: /\bnotification\b[^{}]*\} = App\.useApp\(\)/,
  },
  {
    // The build's style sheets contain the icons' styles too.
    module: /\/antd\/es\/config-provider\/index\.js$/,
    texts: [
      [/import useStyle from '\.\/style';/, ""],
      [/useStyle\(iconPrefixCls, csp\);/, ""],
    ],
  },
  {
    // The build's style sheets contain all styles, so none are generated at run time.
    module: /\/@ant-design\/cssinjs-utils\/es\/util\/genStyleUtils\.js$/,
    texts: [[/if \(memoizedZeroRuntime\) \{[\s\S]*?(?=return hashId;\s*\};\s*\}\s*function genSubStyleComponent)/, ""]],
  },
  {
    // Only the router of a framework fetches pages ahead.
    module: /\/react-router\/dist\/production\/lib\/dom\/lib\.js$/,
    texts: [[/return shouldPrefetch && !isAbsolute \? .* : link;/, "return link;"]],
    refused: /\bprefetch=/,
  },
  {
    module: /\/react-router\/dist\/production\/lib\/router\/router\.js$/,
    texts: [
      [
        /import \{ consumeInstrumentationClientResultMetaReceiver, [^}]*\} from "\.\/instrumentation\.js";/,
        `const consumeInstrumentationClientResultMetaReceiver = () => undefined;
         const getRouteInstrumentationUpdates = () => ({});
         const instrumentClientSideRouter = (router) => router;`,
      ],
    ],
    refused: /\binstrumentations\b/,
  },
];

/** Packages below antd without side effects, which do not declare it. */
const PURE = /\/node_modules\/(stylis|@rc-component\/[^/]+|@ant-design\/[^/]+)\//;

const OWN = /\/web\/src\/.*\.tsx?$/;

export function libraryParts(): Plugin {
  return {
    name: "library-parts",
    apply: "build",
    transform: {
      filter: { id: [OWN, PURE, ...CUTS.map(({ module }) => module)] },
      handler(code, id) {
        const used = OWN.test(id) && CUTS.find(({ refused }) => refused?.test(code));
        if (used) this.error(`${id} uses what the build leaves out of a library: ${used.refused}`);
        const cut = CUTS.find(({ module }) => module.test(id));
        const moduleSideEffects = PURE.test(id) ? false : null;
        if (!cut) return { moduleSideEffects };
        let left = code;
        for (const [text, instead] of cut.texts) {
          if (!text.test(left)) this.error(`${id} no longer has ${text}`);
          left = left.replace(text, instead);
        }
        return { code: left, map: null, moduleSideEffects };
      },
    },
  };
}
