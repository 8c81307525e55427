import { externalSettings } from '../access/external/config.ts'
import { payfastSettings } from '../payfast/config.ts'
import { sellerSettings } from '../seller.ts'
import {
  origin,
  type Setting,
  type SettingValuesOf,
  service,
  textSetting,
  whole,
  yesNo,
} from '../setting-kinds.ts'

/** Every setting of the program. `Config`, what is read, `--help` and the table of README.md follow from it. */
export const table = {
  port: whole('--port', 3000, [0, 65535], 'Port to listen on, 0 for any free one.'),
  host: textSetting('--host', 'Address to listen on. Default: all; the demo: 127.0.0.1.'),
  data: textSetting('--data', 'Data folder. Default: data, with --demo data/demo.'),
  url: origin('--url', 'The address people use, such as https://jobs.example.co.za, for links in mails.'),
  smtp: textSetting(
    '--smtp',
    'Mail server, such as smtp://user:password@mail.example.co.za:587 or smtps://…, with ?certificate=any for a self-signed one. Without it mails wait.',
  ),
  mailfrom: textSetting(
    '--mail-from',
    'Whom mails come from, such as "Joblane <jobs@example.co.za>". Default: the user of the mail server.',
  ),
  marssurl: service(
    '--marss-url',
    'Address of Marss, such as https://marss.example.co.za/api, to bring in items from.',
  ),
  helpurl: service(
    '--help-url',
    'Address of your own help pages, such as https://help.example.co.za. Default: the ones that come with the program.',
  ),
  smtpprivate: yesNo(
    '--smtp-private',
    false,
    "Whether accounts may name mail servers inside this installation's own network; a single account always may.",
  ),
  singleaccount: yesNo(
    '--single-account',
    false,
    'One account that is also the platform owner; closes self-registration.',
  ),
  selfregistration: yesNo('--self-registration', true, 'Whether strangers may register.'),
  demo: yesNo('--demo', false, 'Serve the demo data, filled at the first start.'),
  development: yesNo('--dev', false, 'Readable bundles, rebuilt at each start.'),
  proxy: yesNo('--proxy', false, 'Trust X-Forwarded-For and X-Forwarded-Proto of a proxy in front.'),
  maxuploadmb: whole('--max-upload-mb', 25, [1, 2000], 'Largest file that may be uploaded, in MB.'),
  acceptrollback: yesNo('--accept-rollback', false, 'Go on from an older copy of the data folder.'),
  quiet: yesNo('--quiet', false, 'No line for each request.'),
  ...payfastSettings,
  ...sellerSettings,
  ...externalSettings,
}

export type SettingKey = keyof typeof table
export type SettingValues = SettingValuesOf<typeof table>

/** In the order of the table. */
export const settingList: readonly Setting[] = Object.values(table)
