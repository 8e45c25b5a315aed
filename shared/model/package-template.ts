/** The template of folders and documents in a package, for copies and for downloads. */
export const packageTemplate = '{dispatch}_{reference}/{nn}_{type}_{number}';
