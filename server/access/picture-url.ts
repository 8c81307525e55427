/** The address of somebody's picture; a new picture has a new address. */
export const pictureUrl = (userid: string, pictureutc: string | null) =>
  pictureutc ? `/users/${userid}/picture?v=${Date.parse(pictureutc)}` : null
