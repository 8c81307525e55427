import {
  environmentName,
  type Setting,
  setting,
  textSetting,
  WrongSetting,
  withoutSlash,
} from '#server/setting-kinds.ts'

export const providerNames = { microsoft: 'Microsoft', google: 'Google' } as const
export type ProviderKey = keyof typeof providerNames
export const providerKeys = Object.keys(providerNames) as ProviderKey[]

export type ProviderConfig = { issuer: string; clientid: string; clientsecret: string }
export type ExternalConfig = { providers: Partial<Record<ProviderKey, ProviderConfig>> }

const issuers: Record<ProviderKey, string> = {
  microsoft: 'https://login.microsoftonline.com/common/v2.0',
  google: 'https://accounts.google.com',
}

const parts = { issuer: 'issuer', clientid: 'client-id', clientsecret: 'client-secret' } as const
type Part = keyof typeof parts

export type ExternalSetting = `${ProviderKey}${Part}`

const what: Record<Part, (name: string) => string> = {
  issuer: (name) => `Issuer of ${name} sign-in.`,
  clientid: (name) => `This installation's client id at ${name}; without it there is no ${name} sign-in.`,
  clientsecret: (name) => `The secret that goes with ${name}'s client id.`,
}

function providerSetting(provider: ProviderKey, part: Part) {
  const flag = `--${provider}-${parts[part]}`
  const sentence = what[part](providerNames[provider])
  return part === 'issuer' ? issuer(flag, issuers[provider], sentence) : textSetting(flag, sentence)
}

const issuer = (flag: string, fallback: string, what: string) =>
  setting(flag, fallback, what, (given) => {
    const address = withoutSlash(given)
    if (isIssuer(address)) return address
    throw new WrongSetting(`${environmentName(flag)} must be an address with https://, not "${address}".`)
  })

export const externalSettings = Object.fromEntries(
  providerKeys.flatMap((provider) =>
    (Object.keys(parts) as Part[]).map((part) => [`${provider}${part}`, providerSetting(provider, part)]),
  ),
) as Record<ExternalSetting, Setting<string>>

/** @throws WrongSetting when an id or a secret stands alone */
export function findProviders(values: Record<ExternalSetting, string>): ExternalConfig['providers'] {
  const found = providerKeys.map((provider) => {
    const clientid = values[`${provider}clientid`]
    const clientsecret = values[`${provider}clientsecret`]
    const [id, secret] = [
      externalSettings[`${provider}clientid`].variable,
      externalSettings[`${provider}clientsecret`].variable,
    ]
    if (Boolean(clientid) !== Boolean(clientsecret))
      throw new WrongSetting(`${id} and ${secret} belong together: set both or neither.`)
    return [provider, { issuer: values[`${provider}issuer`], clientid, clientsecret }] as const
  })
  return Object.fromEntries(found.filter(([, { clientid }]) => clientid))
}

/** Without encryption only on this machine, where tests run. */
export const isLoopback = (url: URL) =>
  url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)

function isIssuer(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && !url.search && !url.hash && (url.protocol === 'https:' || isLoopback(url))
}
