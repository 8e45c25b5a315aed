/** How a package names its folders and documents; the same for copies and for what is downloaded into it. */
export const packageTemplate = '{dispatch}_{reference}/{nn}_{type}_{number}';
