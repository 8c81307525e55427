import type { Config } from '#server/config.ts'

export type Payfast = {
  merchantid: string
  merchantkey: string
  passphrase: string
  processurl: string
  apiurl: string
  validateurl: string
  sources: readonly string[]
}

export function readPayfast(config: Config): Payfast | undefined {
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

/** The provider leads back to `back`. */
export function cardUpdateUrl({ processurl }: Payfast, token: string, back: string): string {
  const url = new URL(`/eng/recurring/update/${encodeURIComponent(token)}`, processurl)
  url.searchParams.set('return', back)
  return url.href
}
