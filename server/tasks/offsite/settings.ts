import {
  type SettingValuesOf,
  trimmedSetting,
  WrongSetting,
  wholeNumberSetting,
  yesNoSetting,
} from '#server/setting-kinds.ts'
import { parsePlace } from './places/address.ts'

export const offsiteSettings = {
  replicateto: trimmedSetting(
    '--replicate-to',
    'Where off-site copies go, within minutes of each change: s3://bucket/prefix?endpoint=https://…&region=…, sftp://user@host/folder, or a folder. Without it there are none.',
  ),
  replicatekey: trimmedSetting(
    '--replicate-key',
    'File of the key that off-site copies are encrypted with, made by "joblane replicate --new-key FILE". Keep it elsewhere too: without it nobody reads them.',
  ),
  replicatelimit: wholeNumberSetting(
    '--replicate-limit',
    0,
    [0, 10_000_000],
    'How many kB a second off-site copies may send, on average; 0 for all that the line gives.',
  ),
  replicatetakeover: yesNoSetting(
    '--replicate-take-over',
    false,
    'Go on with the off-site copies of another installation, or of one that this was restored from. For one start.',
  ),
  s3keyid: trimmedSetting('--s3-key-id', 'Key id for a bucket of off-site copies.'),
  s3secret: trimmedSetting('--s3-secret', 'The secret that goes with the key id.'),
  sshkey: trimmedSetting(
    '--ssh-key',
    'File of the private key, without a passphrase, for off-site copies by SFTP.',
  ),
}

export type OffsiteSettings = SettingValuesOf<typeof offsiteSettings>

/** @throws WrongSetting */
export function checkOffsite({ replicateto, s3keyid, s3secret }: OffsiteSettings) {
  if (Boolean(s3keyid) !== Boolean(s3secret))
    throw new WrongSetting('JOBLANE_S3_KEY_ID and JOBLANE_S3_SECRET belong together: set both or neither.')
  if (!replicateto) return
  const { kind } = parsePlace(replicateto, 'JOBLANE_REPLICATE_TO')
  if (kind === 's3' && !s3keyid)
    throw new WrongSetting(
      'JOBLANE_REPLICATE_TO is a bucket: JOBLANE_S3_KEY_ID and JOBLANE_S3_SECRET are needed.',
    )
}
