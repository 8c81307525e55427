/** Who runs the program and is paid for it, as its receipts say. */
export type SellerConfig = {
  /** Name, then the lines of the address; empty: the name of the platform's own account. */
  seller: string
  /** Empty: no vendor. */
  sellervat: string
  /** Ten-thousandths of a percent, as `server/money` scales it. */
  sellervatrate: number
}

type SellerSetting = {
  key: keyof SellerConfig
  variable: string
  flag: string
  fallback: string
  what: string
}

export const sellerSettings: SellerSetting[] = [
  {
    key: 'seller',
    variable: 'JOBLANE_SELLER',
    flag: '--seller',
    fallback: '',
    what: 'Who receives subscription money, for its receipts: name and address, such as "Joblane (Pty) Ltd; 1 Long Street; Cape Town; 8001". Default: the platform’s own account.',
  },
  {
    key: 'sellervat',
    variable: 'JOBLANE_SELLER_VAT',
    flag: '--seller-vat',
    fallback: '',
    what: 'Their VAT number. With it receipts are tax invoices, and the prices of the list include VAT.',
  },
  {
    key: 'sellervatrate',
    variable: 'JOBLANE_SELLER_VAT_RATE',
    flag: '--seller-vat-rate',
    fallback: '15',
    what: 'The VAT rate in percent, for payments from now on.',
  },
]

/** The settings as they were given, or the sentence that says what is wrong with them. */
export function readSeller(text: (key: keyof SellerConfig) => string): SellerConfig | string {
  const seller = text('seller').trim()
  const sellervat = text('sellervat').replaceAll(' ', '')
  const rate = /^(\d{1,2})(?:[.,](\d{1,4}))?$/.exec(text('sellervatrate').trim())
  if (sellervat && !/^4\d{9}$/.test(sellervat))
    return `JOBLANE_SELLER_VAT must be a VAT number: ten digits that begin with 4, not "${sellervat}".`
  if (sellervat && !linesOf(seller)[1])
    return 'JOBLANE_SELLER must say name and address, with ";" between, since JOBLANE_SELLER_VAT is set.'
  if (!rate) return `JOBLANE_SELLER_VAT_RATE must be a percentage like 15, not "${text('sellervatrate')}".`
  const [, whole = '0', fraction = ''] = rate
  return { seller, sellervat, sellervatrate: Number(whole + fraction.padEnd(4, '0')) }
}

/** The parts of a name and address. */
export const linesOf = (seller: string): string[] =>
  seller
    .split(';')
    .map((line) => line.trim())
    .filter(Boolean)
