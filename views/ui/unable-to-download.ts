/** Specification, downloads: of a file that could not be made or did not come. */
export const UNABLE_TO_DOWNLOAD = 'Unable to download'
