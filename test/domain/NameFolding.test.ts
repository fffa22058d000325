import { describe, expect, it } from "vitest"
import * as NameFolding from "../../src/domain/NameFolding.ts"

describe("A name", () => {
  it.each([
    ["N’Gbala Kofi", "KOFI NGBALA"],
    ["Ngbala", "N'GBALA KOFI"],
    ["N'Gbala", "KOFI N GBALA"],
    ["Ƙofa Musa", "MUSA KOFA"],
    ["Đặng", "DANG VAN"],
    ["Łukasz Sørensen", "Sorensen Lukasz"],
    ["Straße", "STRASSE"],
    ["Ama Serwaa-Bonsu", "SERWAA BONSU AMA"]
  ])("%s is within %s", (name, other) => {
    expect(NameFolding.isWithin(name, other)).toBe(true)
  })

  it.each([
    ["Gbala Kofi", "KOFI OBALA"],
    ["Amina Nakato", "AMINA N"]
  ])("%s is not within %s", (name, other) => {
    expect(NameFolding.isWithin(name, other)).toBe(false)
  })
})
