import { externalSettings } from '../access/external/config.ts'
import { cellSettings } from '../cells/settings.ts'
import { logFormats } from '../log.ts'
import { marssSettings } from '../marss/config.ts'
import { payfastSettings } from '../payfast/config.ts'
import { sellerSettings } from '../seller-settings.ts'
import {
  choiceSetting,
  listenSetting,
  networksSetting,
  originSetting,
  type Setting,
  type SettingValuesOf,
  serviceSetting,
  textSetting,
  wholeNumberSetting,
  yesNoSetting,
} from '../setting-kinds.ts'
import { offsiteSettings } from '../tasks/offsite/settings.ts'
import { xeroSettings } from '../xero/config.ts'

/** Every setting of the program. `Config`, what is read, `--help` and the table of README.md follow from it. */
export const table = {
  port: wholeNumberSetting('--port', 3000, [0, 65535], 'Port to listen on, 0 for any free one.'),
  host: textSetting('--host', 'Address to listen on. Default: all; the demo: 127.0.0.1.'),
  data: textSetting('--data', 'Data folder. Default: data, with --demo data/demo.'),
  url: originSetting(
    '--url',
    'The address people use, such as https://jobs.example.co.za, for links in mails.',
  ),
  smtp: textSetting(
    '--smtp',
    'Mail server, such as smtp://user:password@mail.example.co.za:587 or smtps://…, with ?certificate=any for a self-signed one. Without it mails wait.',
  ),
  mailfrom: textSetting(
    '--mail-from',
    'Whom mails come from, such as "Joblane <jobs@example.co.za>". Default: the user of the mail server.',
  ),
  ...marssSettings,
  helpurl: serviceSetting(
    '--help-url',
    'Address of your own help pages, such as https://help.example.co.za. Default: the ones that come with the program.',
  ),
  smtpprivate: yesNoSetting(
    '--smtp-private',
    false,
    "Whether accounts may name mail servers inside this installation's own network; a single account always may.",
  ),
  webhookprivate: yesNoSetting(
    '--webhook-private',
    false,
    "Whether webhooks may go to addresses inside this installation's own network, and without TLS.",
  ),
  singleaccount: yesNoSetting(
    '--single-account',
    false,
    'One account that is also the platform owner; closes self-registration.',
  ),
  selfregistration: yesNoSetting('--self-registration', true, 'Whether strangers may register.'),
  demo: yesNoSetting('--demo', false, 'Serve the demo data, filled at the first start.'),
  development: yesNoSetting('--dev', false, 'Readable bundles, rebuilt at each start.'),
  proxy: yesNoSetting('--proxy', false, 'Trust X-Forwarded-For and X-Forwarded-Proto of a proxy in front.'),
  proxyfrom: networksSetting(
    '--proxy-from',
    '127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7',
    'Which addresses that proxy asks from; of all others these headers are not read. Default: this machine and private networks.',
  ),
  maxuploadmb: wholeNumberSetting(
    '--max-upload-mb',
    25,
    [1, 2000],
    'Largest file that may be uploaded, in MB.',
  ),
  acceptrollback: yesNoSetting('--accept-rollback', false, 'Go on from an older copy of the data folder.'),
  acceptnewsecret: yesNoSetting(
    '--accept-new-secret',
    false,
    'Make a new secret.key where it is lost: everybody signs in anew, and mail passwords of accounts are asked for again.',
  ),
  backupto: textSetting(
    '--backup-to',
    'Folder for automatic backups, best on another disk. Default: backups in the data folder.',
  ),
  backuphour: wholeNumberSetting(
    '--backup-hour',
    2,
    [0, 23],
    'Hour of the day, in the zone of each account, at which it is backed up if it changed.',
  ),
  backupkeep: wholeNumberSetting(
    '--backup-keep',
    14,
    [0, 1000],
    'How many automatic backups of each account are kept; 0 makes none.',
  ),
  ...offsiteSettings,
  ...cellSettings,
  quiet: yesNoSetting('--quiet', false, 'No line for each request.'),
  log: choiceSetting('--log', logFormats, 'How the log is written: text, or json with one object a line.'),
  slowms: wholeNumberSetting(
    '--slow-ms',
    200,
    [0, 60_000],
    'Statements on a data file that take longer than this are logged, by their text alone; 0 logs none.',
  ),
  metrics: listenSetting(
    '--metrics',
    'Where /metrics answers Prometheus, such as 127.0.0.1:9464; of several processes cell c01 takes the port after it, c02 the next. Not for the public. Default: nowhere.',
  ),
  ...payfastSettings,
  ...sellerSettings,
  ...externalSettings,
  ...xeroSettings,
}

export type SettingValues = SettingValuesOf<typeof table>

export const settingList: readonly Setting[] = Object.values(table)
