import type { Config } from '#server/config.ts'

/** The card provider as this installation is set up to use it. */
export type Payfast = {
  merchantid: string
  merchantkey: string
  passphrase: string
  /** Where the payment form goes. */
  processurl: string
  apiurl: string
  validateurl: string
  /** Host names, addresses and networks that notifications may come from. */
  sources: readonly string[]
}

/** Undefined while card payments are not set up. `server/config.ts` sees to it that all is given, or nothing. */
export function payfastOf(config: Config): Payfast | undefined {
  if (!config.payfastmerchantid) return
  return {
    merchantid: config.payfastmerchantid,
    merchantkey: config.payfastmerchantkey,
    passphrase: config.payfastpassphrase,
    processurl: config.payfasturl,
    apiurl: config.payfastapiurl,
    validateurl: config.payfastvalidateurl || new URL('/eng/query/validate', config.payfasturl).href,
    sources: config.payfastsources
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  }
}

/** Where the owner of a card changes it; the provider leads back to `back`. */
export function cardUpdateUrl({ processurl }: Payfast, token: string, back: string): string {
  const url = new URL(`/eng/recurring/update/${encodeURIComponent(token)}`, processurl)
  url.searchParams.set('return', back)
  return url.href
}
