/** The identity providers that people may sign in with, and the words for them. */
export const providerNames = { microsoft: 'Microsoft', google: 'Google' } as const
export type ProviderKey = keyof typeof providerNames
export const providerKeys = Object.keys(providerNames) as ProviderKey[]

/** How this installation is known to one provider. */
export type ProviderConfig = { issuer: string; clientid: string; clientsecret: string }
export type ExternalConfig = { providers: Partial<Record<ProviderKey, ProviderConfig>> }

const issuers: Record<ProviderKey, string> = {
  microsoft: 'https://login.microsoftonline.com/common/v2.0',
  google: 'https://accounts.google.com',
}

const parts = { issuer: 'ISSUER', clientid: 'CLIENT_ID', clientsecret: 'CLIENT_SECRET' } as const
type Part = keyof typeof parts

/** The name of a setting: `googleclientid`. */
export type ExternalSetting = `${ProviderKey}${Part}`

const what: Record<Part, (name: string) => string> = {
  issuer: (name) => `Issuer of ${name} sign-in.`,
  clientid: (name) => `This installation's client id at ${name}; without it there is no ${name} sign-in.`,
  clientsecret: (name) => `The secret that goes with ${name}'s client id.`,
}

/** The rows of the settings' table. */
export const externalSettings = providerKeys.flatMap((provider) =>
  (Object.keys(parts) as Part[]).map((part) => ({
    key: `${provider}${part}` as ExternalSetting,
    variable: `JOBLANE_${provider.toUpperCase()}_${parts[part]}`,
    flag: `--${provider}-${parts[part].toLowerCase().replace('_', '-')}`,
    fallback: part === 'issuer' ? issuers[provider] : '',
    what: what[part](providerNames[provider]),
  })),
)

/** Reads the providers from their settings; a sentence says what is wrong with one. */
export function readProviders(text: (key: ExternalSetting) => string): ExternalConfig | string {
  const providers: ExternalConfig['providers'] = {}
  for (const provider of providerKeys) {
    const config = {
      issuer: text(`${provider}issuer`).replace(/\/+$/, ''),
      clientid: text(`${provider}clientid`),
      clientsecret: text(`${provider}clientsecret`),
    }
    const prefix = `JOBLANE_${provider.toUpperCase()}`
    if (!isIssuer(config.issuer))
      return `${prefix}_ISSUER must be an address with https://, not "${config.issuer}".`
    if (Boolean(config.clientid) !== Boolean(config.clientsecret))
      return `${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET belong together: set both or neither.`
    if (config.clientid) providers[provider] = config
  }
  return { providers }
}

/** Without encryption only on this machine, where tests run. */
export const isLoopback = (url: URL) =>
  url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)

function isIssuer(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && !url.search && !url.hash && (url.protocol === 'https:' || isLoopback(url))
}
