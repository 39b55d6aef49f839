import { expect, it } from "vitest";
import { criterionText } from "./criterionText";

it.each([
  ["advanced SQL used at work", "Advanced SQL used at work"],
  ["pengalaman gudang minimal 3 tahun", "Pengalaman gudang minimal 3 tahun"],
  ["e-commerce or subscription", "E-commerce or subscription"],
  ["éclair experience", "Éclair experience"],
  ["Business impact", "Business impact"],
  ["dbt or data modelling", "dbt or data modelling"],
  ["iOS and Android", "iOS and Android"],
  ["k8s in production", "k8s in production"],
  ["5+ years of Java", "5+ years of Java"],
  ["五年以上后端经验", "五年以上后端经验"],
  ["", ""],
])("writes %j as %j", (text, shown) => {
  expect(criterionText(text)).toBe(shown);
});
