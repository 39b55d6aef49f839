declare module "virtual:antd-styles" {
  /** The address of antd's style sheet; empty where antd makes its styles itself. */
  const address: string;
  export default address;
}
