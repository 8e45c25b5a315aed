/** A picture; Electron drags nothing along with an empty one (`WebContents::StartDrag`). */
export interface Picture {
  of: string;
  isEmpty(): boolean;
}

export const nativeImage = {
  /**
   * Four bytes a pixel, as many as width and height need, else it throws
   * (`shell/common/api/electron_api_native_image.cc`).
   */
  createFromBitmap: (pixels: Buffer, { width, height }: { width: number; height: number }): Picture => {
    if (pixels.length !== width * height * 4) throw new Error('invalid buffer size');
    return { of: 'a bitmap', isEmpty: () => false };
  },
};
