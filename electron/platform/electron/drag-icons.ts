import { app, type NativeImage, nativeImage } from 'electron';
import { openableEndings } from '../node/openable-files.ts';

/** The icons of files that are dragged out of the window. */
export interface DragIcons {
  /**
   * The system's icon for this file type, else a plain one: never empty, because Electron drags nothing
   * without an icon.
   */
  of(path: string): NativeImage;
}

/**
 * Icons of the document types, loaded in advance: the system returns an icon asynchronously, and a drag has
 * to begin synchronously.
 */
export function createDragIcons(): DragIcons {
  const icons = new Map<string, NativeImage>();
  const plainIcon = createPlainIcon();
  for (const ending of openableEndings) {
    app.getFileIcon(`paper${ending}`).then(
      (icon) => icons.set(ending, icon),
      // The system has none: the plain one is used.
      () => icons.delete(ending),
    );
  }
  return {
    of(path) {
      const icon = icons.get(/\.[^.]+$/.exec(path)?.[0].toLowerCase() ?? '');
      return icon && !icon.isEmpty() ? icon : plainIcon;
    },
  };
}

/** A light rectangle with a darker edge, 24 by 32 pixels. */
function createPlainIcon(): NativeImage {
  const width = 24;
  const height = 32;
  const pixels = Buffer.alloc(width * height * 4, 0xff);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isEdge = x === 0 || y === 0 || x === width - 1 || y === height - 1;
      if (isEdge) pixels.fill(0x80, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return nativeImage.createFromBitmap(pixels, { width, height });
}
