import { readFileSync } from 'node:fs'
import { WrongSetting } from '#server/setting-kinds.ts'
import type { PlaceAddress } from './address.ts'
import { openFolder } from './folder.ts'
import type { CopyPlace } from './place.ts'
import { openS3 } from './s3.ts'
import { openSftp, type SftpCredentials } from './sftp.ts'

export type PlaceSettings = { s3keyid: string; s3secret: string; sshkey: string }

/** `trusts`: whether a host that shows this key is the one that was meant. @throws WrongSetting */
export function openPlace(
  address: PlaceAddress,
  { s3keyid, s3secret, sshkey }: PlaceSettings,
  trusts: SftpCredentials['trusts'],
): CopyPlace {
  if (address.kind === 'folder') return openFolder(address)
  if (address.kind === 'sftp')
    return openSftp(address, { privatekey: sshkey ? readSshKey(sshkey) : null, trusts })
  if (!s3keyid || !s3secret) throw new WrongSetting('A bucket needs JOBLANE_S3_KEY_ID and JOBLANE_S3_SECRET.')
  return openS3(address, { keyid: s3keyid, secret: s3secret })
}

function readSshKey(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new WrongSetting(`JOBLANE_SSH_KEY names ${path}, which cannot be read.`)
  }
}
