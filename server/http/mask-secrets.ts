/** Addresses that hold a secret stand in no log. */
export const maskSecrets = (pathname: string) =>
  pathname.replace(/^(\/calendar\/|\/www\/job\/(?:approve|accept)\/).+/, '$1…')
