import { join, resolve } from 'node:path'
import { type ExternalConfig, type ExternalSetting, findProviders } from './access/external/config.ts'
import { checkCells } from './cells/settings.ts'
import { readSettings } from './config/read.ts'
import type { SettingValues } from './config/table.ts'
import { parseEmail } from './mail/address.ts'
import { parseFrom, parseSmtp, type Smtp } from './mail/smtp.ts'
import { checkMerchant } from './payfast/config.ts'
import { checkSeller } from './seller-settings.ts'
import { WrongSetting } from './setting-kinds.ts'
import { checkOffsite } from './tasks/offsite/settings.ts'
import { checkXero } from './xero/config.ts'

export { WrongSetting } from './setting-kinds.ts'

export type Config = Omit<SettingValues, 'smtp' | ExternalSetting> & {
  /** Null: mails of accounts without a server of their own wait. */
  smtp: Smtp | null
} & ExternalConfig

export const helpBaseUrl = ({ helpurl }: Config) => helpurl || '/help'

/** In the terminal, with their links: the demo and a developer's start have nobody else to send them to. */
export const showsMails = ({ smtp, demo, development }: Pick<Config, 'smtp' | 'demo' | 'development'>) =>
  !smtp && (demo || development)

/** @throws WrongSetting naming the setting and what is allowed */
export function readConfig(env: Record<string, string | undefined>, args: string[]): Config {
  const values = readSettings(env, args)
  checkMerchant(values)
  checkSeller(values)
  checkXero(values)
  checkOffsite(values)
  checkCells(values)
  const { demo, singleaccount } = values
  const data = resolve(values.data || (demo ? 'data/demo' : 'data'))
  return {
    ...values,
    host: values.host || (demo ? '127.0.0.1' : '0.0.0.0'),
    data,
    backupto: values.backupto ? resolve(values.backupto) : join(data, 'backups'),
    smtp: readSmtp(values),
    smtpprivate: values.smtpprivate || singleaccount,
    selfregistration: values.selfregistration && !singleaccount,
    providers: findProviders(values),
  }
}

/** The address of a mail server holds its password, so no sentence repeats it. */
function readSmtp({ smtp, mailfrom }: SettingValues): Smtp | null {
  const sender = parseFrom(mailfrom)
  if (mailfrom && !sender)
    throw new WrongSetting(
      `JOBLANE_MAIL_FROM must be an e-mail address, or a name with one as in "Joblane <jobs@example.co.za>", not "${mailfrom}".`,
    )
  if (!smtp) return null
  const server = parseSmtp(smtp)
  if (!server)
    throw new WrongSetting(
      'JOBLANE_SMTP must be an address like smtp://user:password@mail.example.co.za:587 or smtps://mail.example.co.za, where a special character of the password is written as in any address (@ as %40).',
    )
  const user = parseEmail(server.user)
  if (sender) return { ...server, from: sender }
  if (user) return { ...server, from: { name: 'Joblane', address: user } }
  throw new WrongSetting('JOBLANE_MAIL_FROM must say whom mails come from, since JOBLANE_SMTP is set.')
}
