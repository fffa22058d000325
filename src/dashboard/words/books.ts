/** Words of the staff's page of the books. */

export const books = {
  title: "Books",
  about: "The service's books in double entry, dated by UTC days.",
  day: "At the end of",
  download: "Download CSV",
  file: "trial-balance.csv",

  owedAndHeld: "Owed and held",
  owedAbout:
    "Money owed to customers, and money held on chain and at providers, as the books have it.",
  owed: "Owed to customers",
  held: "Held",
  currency: "Currency",

  trial: "Trial balance",
  noPostings: "No money has moved by this day",
  account: "Account",
  kind: "Kind",
  money: "Money",
  owners: { customers: "Customers'", own: "Own" },
  debit: "Debit balance",
  credit: "Credit balance",
  differ: (differences: string): string =>
    `Debits and credits differ by ${differences}. Tell the developers of the service.`,

  bookings: "Bookings",
  bookingsAbout: "Money that moved outside the service, such as top-ups and fees.",
  noBookings: "No bookings yet",
  reference: "Reference",
  movement: "From and to",
  moved: (from: string, to: string): string => `${from} → ${to}`,
  payout: "Payout",
  valueDate: "Value date",
  approvals: "Approvals",
  approvedOf: (given: number, needed: number): string => `${given} of ${needed}`,

  propose: {
    label: "Propose booking",
    about: "The booking is in the books once enough people have approved it.",
    kind: "Kind",
    provider: "Provider",
    none: "None",
    debit: "Debit account",
    credit: "Credit account",
    automatic: "As the kind says",
    soldUsdc: "USDC sold",
    soldHint: "Only for a sale of USDC.",
    result: "Result of the sale",
    resultHint: "In the currency of the amount. Negative for a loss.",
    payout: "Id of the payout",
    payoutHint: "Only for a fee, gas, a write-off or a correction of one payout.",
    done: "The booking is recorded."
  },
  kinds: [
    ["top_up", "Top-up of a provider"],
    ["usdc_sale", "Sale of USDC"],
    ["provider_fee", "Fee of a provider"],
    ["gas", "Gas"],
    ["write_off", "Write-off"],
    ["correction", "Correction"]
  ],
  kindOf: (kind: string): string => books.kinds.find(([each]) => each === kind)?.[1] ?? kind,
  approve: {
    label: "Approve",
    about: "The booking is in the books if you are the last person who must approve it.",
    done: "The booking is approved."
  },
  withdraw: {
    label: "Withdraw",
    about: "The booking is never in the books.",
    done: "The booking is withdrawn."
  },
  of: (label: string, reference: string): string => `${label}: ${reference}`,

  months: "Months",
  monthsAbout: "A closed month refuses later bookings, and its totals are checked on every visit.",
  noMonths: "No month is closed yet",
  month: "Month",
  closedAt: "Closed",
  check: "Totals",
  agrees: "Agree with the books",
  changed: (accounts: string): string => `Changed since the closing: ${accounts}`,
  close: {
    label: "Close month",
    about: "Bookings with a value date in the month are refused afterwards. This cannot be undone.",
    monthHint: "The month after the last closed one, such as 2026-03.",
    done: "The month is closed."
  }
} as const
