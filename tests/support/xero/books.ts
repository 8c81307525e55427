// biome-ignore lint/suspicious/noExplicitAny: the stand-in keeps what it is sent
export type Rec = Record<string, any>

export type XeroBooks = Record<
  'Contacts' | 'Items' | 'Accounts' | 'TaxRates' | 'Invoices' | 'CreditNotes' | 'Payments',
  Rec[]
>

const account = (Code: string, Name: string, Type: string, Class: string, TaxType: string, more = {}) => ({
  AccountID: crypto.randomUUID(),
  ...{ Code, Name, Type, Class, TaxType, Status: 'ACTIVE', EnablePaymentsToAccount: false },
  ...more,
})

const taxRate = (TaxType: string, Name: string, EffectiveRate: number, sells = true) => ({
  ...{ TaxType, Name, EffectiveRate, DisplayTaxRate: EffectiveRate, Status: 'ACTIVE' },
  ...{ CanApplyToRevenue: sells, CanApplyToExpenses: !sells },
})

/** A small South African organisation. */
export const emptyBooks = (): XeroBooks => ({
  Contacts: [],
  Items: [],
  Accounts: [
    account('200', 'Sales', 'REVENUE', 'REVENUE', 'OUTPUT3'),
    account('270', 'Interest Income', 'REVENUE', 'REVENUE', 'NONE'),
    account('310', 'Cost of Goods Sold', 'DIRECTCOSTS', 'EXPENSE', 'INPUT3'),
    account('425', 'Freight & Courier', 'EXPENSE', 'EXPENSE', 'INPUT3'),
    account('090', 'Business Bank Account', 'BANK', 'ASSET', 'NONE', { EnablePaymentsToAccount: true }),
    account('095', 'Petty Cash', 'CURRENT', 'ASSET', 'NONE', { EnablePaymentsToAccount: true }),
    account('610', 'Accounts Receivable', 'CURRENT', 'ASSET', 'NONE', { SystemAccount: 'DEBTORS' }),
  ],
  TaxRates: [
    taxRate('OUTPUT3', 'Standard Rate Sales', 15),
    taxRate('ZERORATEDOUTPUT', 'Zero Rated Sales', 0),
    taxRate('EXEMPTOUTPUT', 'Exempt Sales', 0),
    taxRate('INPUT3', 'Standard Rate Purchases', 15, false),
    taxRate('CAPEXINPUT2', 'Standard Rate Purchases - Capital Goods', 15, false),
    taxRate('ZERORATEDINPUT', 'Zero Rated Purchases', 0, false),
    { ...taxRate('NONE', 'No VAT', 0), CanApplyToExpenses: true },
  ],
  Invoices: [],
  CreditNotes: [],
  Payments: [],
})
