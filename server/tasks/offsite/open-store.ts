import { bandwidthLimit } from './bandwidth-limit.ts'
import { readCopyKey } from './copy-key.ts'
import { parsePlace, showAddress } from './places/address.ts'
import type { PlaceSettings } from './places/open-place.ts'
import { openPlace } from './places/open-place.ts'
import type { Store } from './store.ts'

type StoreSettings = PlaceSettings & { replicatekey: string; replicatelimit: number }

/** `setting`: what the address was given by. @throws WrongSetting */
export function openStore(
  address: string,
  setting: string,
  settings: StoreSettings,
  trusts: (hostkey: string) => boolean,
): Store {
  const parsed = parsePlace(address, setting)
  return {
    place: openPlace(parsed, settings, trusts),
    key: settings.replicatekey ? readCopyKey(settings.replicatekey) : null,
    shown: showAddress(parsed),
    limit: bandwidthLimit(settings.replicatelimit),
  }
}

/** Before anything is served: a key that cannot be read must not be found out hours later. @throws WrongSetting */
export function refuseWrongPlace(settings: StoreSettings & { replicateto: string }) {
  if (settings.replicateto)
    openStore(settings.replicateto, 'JOBLANE_REPLICATE_TO', settings, () => false).place.close()
}
