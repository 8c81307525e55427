import { resolve } from 'node:path'
import {
  type ExternalConfig,
  type ExternalSetting,
  externalSettings,
  readProviders,
} from './access/external/config.ts'
import { emailOf } from './mail/address.ts'
import { parseFrom, parseSmtp, type Smtp } from './mail/smtp.ts'
import { type PayfastConfig, payfastSettings, readPayfast } from './payfast/config.ts'
import { readSeller, type SellerConfig, sellerSettings } from './seller.ts'

/** Every setting of the program, read once at start from `JOBLANE_*` variables and flags. */
export type Config = {
  port: number
  host: string
  data: string
  /** The address people use, for links in mails; empty: where it listens. Never what a request says. */
  url: string
  /** The platform's mail server, for accounts that have set none of their own; null: their mails wait. */
  smtp: Smtp | null
  mailfrom: string
  /** Accounts may name mail servers inside this installation's own network. */
  smtpprivate: boolean
  /** The installation's own help pages; empty: those that come with the program. */
  helpurl: string
  /** The address of Marss; empty: there is none to sync with. */
  marssurl: string
  singleaccount: boolean
  selfregistration: boolean
  demo: boolean
  development: boolean
  /** Trust `X-Forwarded-For` and `X-Forwarded-Proto`: only behind a proxy that sets them. */
  proxy: boolean
  maxuploadmb: number
  acceptrollback: boolean
  quiet: boolean
} & PayfastConfig &
  SellerConfig &
  ExternalConfig

/** Where the help drawer looks: an address, or a page of the program. */
export const helpbaseOf = ({ helpurl }: Config) => helpurl || '/help'

/** A setting or command that cannot be followed; its message is all that the start prints. */
export class WrongSetting extends Error {}

type Key = keyof Config | ExternalSetting
type Setting = { key: Key; variable: string; flag: string; fallback: string; what: string }

/** The table that README.md repeats. */
export const settings: Setting[] = [
  {
    key: 'port',
    variable: 'JOBLANE_PORT',
    flag: '--port',
    fallback: '3000',
    what: 'Port to listen on, 0 for any free one.',
  },
  {
    key: 'host',
    variable: 'JOBLANE_HOST',
    flag: '--host',
    fallback: '',
    what: 'Address to listen on. Default: all; the demo: 127.0.0.1.',
  },
  {
    key: 'data',
    variable: 'JOBLANE_DATA',
    flag: '--data',
    fallback: '',
    what: 'Data folder. Default: data, with --demo data/demo.',
  },
  {
    key: 'url',
    variable: 'JOBLANE_URL',
    flag: '--url',
    fallback: '',
    what: 'The address people use, such as https://jobs.example.co.za, for links in mails.',
  },
  {
    key: 'smtp',
    variable: 'JOBLANE_SMTP',
    flag: '--smtp',
    fallback: '',
    what: 'Mail server, such as smtp://user:password@mail.example.co.za:587 or smtps://…, with ?certificate=any for a self-signed one. Without it mails wait.',
  },
  {
    key: 'mailfrom',
    variable: 'JOBLANE_MAIL_FROM',
    flag: '--mail-from',
    fallback: '',
    what: 'Whom mails come from, such as "Joblane <jobs@example.co.za>". Default: the user of the mail server.',
  },
  {
    key: 'marssurl',
    variable: 'JOBLANE_MARSS_URL',
    flag: '--marss-url',
    fallback: '',
    what: 'Address of Marss, such as https://marss.example.co.za/api, to bring in items from.',
  },
  {
    key: 'helpurl',
    variable: 'JOBLANE_HELP_URL',
    flag: '--help-url',
    fallback: '',
    what: 'Address of your own help pages, such as https://help.example.co.za. Default: the ones that come with the program.',
  },
  {
    key: 'smtpprivate',
    variable: 'JOBLANE_SMTP_PRIVATE',
    flag: '--smtp-private',
    fallback: 'false',
    what: "Whether accounts may name mail servers inside this installation's own network; a single account always may.",
  },
  {
    key: 'singleaccount',
    variable: 'JOBLANE_SINGLE_ACCOUNT',
    flag: '--single-account',
    fallback: 'false',
    what: 'One account that is also the platform owner; closes self-registration.',
  },
  {
    key: 'selfregistration',
    variable: 'JOBLANE_SELF_REGISTRATION',
    flag: '--self-registration',
    fallback: 'true',
    what: 'Whether strangers may register.',
  },
  {
    key: 'demo',
    variable: 'JOBLANE_DEMO',
    flag: '--demo',
    fallback: 'false',
    what: 'Serve the demo data, filled at the first start.',
  },
  {
    key: 'development',
    variable: 'JOBLANE_DEV',
    flag: '--dev',
    fallback: 'false',
    what: 'Readable bundles, rebuilt at each start.',
  },
  {
    key: 'proxy',
    variable: 'JOBLANE_PROXY',
    flag: '--proxy',
    fallback: 'false',
    what: 'Trust X-Forwarded-For and X-Forwarded-Proto of a proxy in front.',
  },
  {
    key: 'maxuploadmb',
    variable: 'JOBLANE_MAX_UPLOAD_MB',
    flag: '--max-upload-mb',
    fallback: '25',
    what: 'Largest file that may be uploaded, in MB.',
  },
  {
    key: 'acceptrollback',
    variable: 'JOBLANE_ACCEPT_ROLLBACK',
    flag: '--accept-rollback',
    fallback: 'false',
    what: 'Go on from an older copy of the data folder.',
  },
  {
    key: 'quiet',
    variable: 'JOBLANE_QUIET',
    flag: '--quiet',
    fallback: 'false',
    what: 'No line for each request.',
  },
  ...payfastSettings,
  ...sellerSettings,
  ...externalSettings,
]

const OTHER_VARIABLES = ['JOBLANE_CHROMIUM']

/**
 * Reads the settings; a flag wins over its variable.
 * @throws WrongSetting naming the setting and what is allowed.
 */
export function readConfig(env: Record<string, string | undefined>, args: string[]): Config {
  const given = new Map<string, { value: string; from: string }>()
  for (const { key, variable } of settings) {
    const value = env[variable]
    if (value !== undefined && value !== '') given.set(key, { value, from: variable })
  }
  const unknown = Object.keys(env).find(
    (name) =>
      name.startsWith('JOBLANE_') &&
      !OTHER_VARIABLES.includes(name) &&
      !settings.some((s) => s.variable === name),
  )
  if (unknown)
    throw new WrongSetting(
      `${unknown} is not a setting. Known: ${settings.map((s) => s.variable).join(', ')}.`,
    )
  readFlags(args, given)
  const text = (key: Key) => given.get(key)?.value ?? settings.find((s) => s.key === key)?.fallback ?? ''
  const yes = (key: Key) => boolean(given.get(key)?.from ?? key, text(key))
  const whole = (key: Key, min: number, max: number) =>
    integer(given.get(key)?.from ?? key, text(key), min, max)
  const payfast = readPayfast(text)
  if (typeof payfast === 'string') throw new WrongSetting(payfast)
  const seller = readSeller(text)
  if (typeof seller === 'string') throw new WrongSetting(seller)
  const external = readProviders(text)
  if (typeof external === 'string') throw new WrongSetting(external)
  const demo = yes('demo')
  const url = text('url').replace(/\/+$/, '')
  if (url && !/^https?:\/\/[^/]+$/.test(url))
    throw new WrongSetting(`JOBLANE_URL must be an address like https://jobs.example.co.za, not "${url}".`)
  return {
    port: whole('port', 0, 65535),
    host: text('host') || (demo ? '127.0.0.1' : '0.0.0.0'),
    data: resolve(text('data') || (demo ? 'data/demo' : 'data')),
    url,
    smtp: smtpOf(text('smtp'), text('mailfrom')),
    mailfrom: text('mailfrom'),
    smtpprivate: yes('smtpprivate') || yes('singleaccount'),
    helpurl: addressOf('JOBLANE_HELP_URL', text('helpurl')),
    marssurl: addressOf('JOBLANE_MARSS_URL', text('marssurl')),
    singleaccount: yes('singleaccount'),
    selfregistration: yes('selfregistration') && !yes('singleaccount'),
    demo,
    development: yes('development'),
    proxy: yes('proxy'),
    maxuploadmb: whole('maxuploadmb', 1, 2000),
    acceptrollback: yes('acceptrollback'),
    quiet: yes('quiet'),
    ...payfast,
    ...seller,
    ...external,
  }
}

/** The address of a mail server holds its password, so no sentence repeats it. */
function smtpOf(address: string, from: string): Smtp | null {
  const sender = parseFrom(from)
  if (from && !sender)
    throw new WrongSetting(
      `JOBLANE_MAIL_FROM must be an e-mail address, or a name with one as in "Joblane <jobs@example.co.za>", not "${from}".`,
    )
  if (!address) return null
  const server = parseSmtp(address)
  if (!server)
    throw new WrongSetting(
      'JOBLANE_SMTP must be an address like smtp://user:password@mail.example.co.za:587 or smtps://mail.example.co.za, where a special character of the password is written as in any address (@ as %40).',
    )
  const user = emailOf(server.user)
  if (sender) return { ...server, from: sender }
  if (user) return { ...server, from: { name: 'Joblane', address: user } }
  throw new WrongSetting('JOBLANE_MAIL_FROM must say whom mails come from, since JOBLANE_SMTP is set.')
}

/** The address of an outside service, to which paths are added. */
function addressOf(variable: string, given: string): string {
  const parsed = given ? URL.parse(given) : null
  if (!given || (parsed && /^https?:$/.test(parsed.protocol) && !parsed.search && !parsed.hash))
    return given.replace(/\/+$/, '')
  throw new WrongSetting(`${variable} must be an address like https://service.example.co.za, not "${given}".`)
}

function readFlags(args: string[], given: Map<string, { value: string; from: string }>) {
  for (let i = 0; i < args.length; i++) {
    const [flag = '', inline] = (args[i] as string).split(/=(.*)/s)
    const setting = settings.find((s) => s.flag === flag)
    if (!setting)
      throw new WrongSetting(`${args[i]} is not known. Known: ${settings.map((s) => s.flag).join(', ')}.`)
    const isSwitch = setting.fallback === 'true' || setting.fallback === 'false'
    const value = inline ?? (isSwitch ? 'true' : args[++i])
    if (value === undefined) throw new WrongSetting(`${flag} needs a value.`)
    given.set(setting.key, { value, from: flag })
  }
}

function boolean(from: string, value: string): boolean {
  if (/^(true|1|yes|on)$/i.test(value)) return true
  if (/^(false|0|no|off)$/i.test(value)) return false
  throw new WrongSetting(`${from} must be true or false, not "${value}".`)
}

function integer(from: string, value: string, min: number, max: number): number {
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= min && number <= max) return number
  throw new WrongSetting(`${from} must be a whole number from ${min} to ${max}, not "${value}".`)
}
