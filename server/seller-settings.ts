import { asPercent, type Percent } from './money/decimal.ts'
import { type SettingValuesOf, setting, trimmedSetting, WrongSetting } from './setting-kinds.ts'

export const sellerSettings = {
  seller: trimmedSetting(
    '--seller',
    'Who receives subscription money, for its receipts: name and address, such as "Joblane (Pty) Ltd; 1 Long Street; Cape Town; 8001". Default: the platform’s own account.',
  ),
  sellervat: setting(
    '--seller-vat',
    '',
    'Their VAT number. With it receipts are tax invoices, and the prices of the list include VAT.',
    readVatNumber,
  ),
  sellervatrate: setting(
    '--seller-vat-rate',
    '',
    'The VAT rate in percent, for payments from now on. Default: the standard rate of the day of the payment.',
    readRate,
  ),
}

export type SellerConfig = SettingValuesOf<typeof sellerSettings>

function readVatNumber(given: string): string {
  const number = given.replaceAll(' ', '')
  if (!number || /^4\d{9}$/.test(number)) return number
  throw new WrongSetting(
    `JOBLANE_SELLER_VAT must be a VAT number: ten digits that begin with 4, not "${number}".`,
  )
}

/** Null: the standard rate of the day. */
function readRate(given: string): Percent | null {
  if (!given.trim()) return null
  const rate = /^(\d{1,2})(?:[.,](\d{1,4}))?$/.exec(given.trim())
  if (!rate) throw new WrongSetting(`JOBLANE_SELLER_VAT_RATE must be a percentage like 15,5, not "${given}".`)
  const [, whole = '0', fraction = ''] = rate
  return asPercent(Number(whole + fraction.padEnd(4, '0')))
}

/** @throws WrongSetting */
export function checkSeller({ seller, sellervat }: SellerConfig) {
  if (sellervat && !splitSeller(seller)[1])
    throw new WrongSetting(
      'JOBLANE_SELLER must say name and address, with ";" between, since JOBLANE_SELLER_VAT is set.',
    )
}

export const splitSeller = (seller: string): string[] =>
  seller
    .split(';')
    .map((line) => line.trim())
    .filter(Boolean)
