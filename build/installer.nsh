# What Carpeta's installer does in its own way. electron-builder includes this file by its name; its own templates remove whole folders.

# Names what was packed: written by scripts/after-pack.mjs.
!include "${PROJECT_DIR}/dist/installer/installed-files.nsh"

LangString folderOfOthers 1033 "Carpeta is not installed into $R0: there are other files in it, or it is where Carpeta keeps data or policies. Choose an empty folder."
LangString folderOfOthers 3082 "Carpeta no se instala en $R0: tiene otros archivos, o es donde Carpeta guarda datos o políticas. Elige una carpeta vacía."

# Stands in the program's folder from before the first file to after the last one, through every update: by it the folder is known as Carpeta's.
!define PROGRAM_MARK ".carpeta-program"

!macro customHeader
  !ifndef BUILD_UNINSTALLER
    # Runs before the template's own section, which takes the old version away first.
    Section "-mark"
      CreateDirectory "$INSTDIR"
      !insertmacro writeMark
    SectionEnd
  !endif
!macroend

!macro writeMark
  FileOpen $0 "$INSTDIR\${PROGRAM_MARK}" w
  FileWrite $0 "Carpeta"
  FileClose $0
  ClearErrors
!macroend

# An update into another folder has left the mark in the old one. The same folder may be written in another way: it has its mark again.
!macro customInstall
  ${if} $installationDir != ""
  ${andIf} $installationDir != $INSTDIR
    Delete "$installationDir\${PROGRAM_MARK}"
    RMDir "$installationDir"
    !insertmacro writeMark
  ${endif}
!macroend

# A folder that a command line names (/D=) is new, empty, or has Carpeta in it: never one of papers, never that of the person's data.
!macro customInit
  !insertmacro refuseToDeleteData
  !insertmacro GetDParameter $R0
  ${if} $R0 != ""
    !insertmacro refuseFolderOfOthers
  ${endif}
!macroend

!macro refuseFolderOfOthers
  StrCpy $R1 ""
  # As Windows understands it: without .. and with backslashes.
  System::Call 'kernel32::GetFullPathNameW(w R0, i ${NSIS_MAX_STRLEN}, w .R2, p 0)'
  StrCpy $R2 "$R2\"
  # The person's own, and that of every program for everybody, with the administrators' file of policies.
  SetShellVarContext current
  !insertmacro findFolderOfData
  SetShellVarContext all
  !insertmacro findFolderOfData
  ${if} $installMode == "CurrentUser"
    SetShellVarContext current
  ${endif}
  ${ifnot} ${FileExists} "$R0\${PROGRAM_MARK}"
    FindFirst $R3 $R4 "$R0\*"
    ${doWhile} $R4 != ""
      ${if} $R4 != "."
      ${andIf} $R4 != ".."
        StrCpy $R1 "files"
      ${endif}
      FindNext $R3 $R4
    ${loop}
    FindClose $R3
  ${endif}
  ${if} $R1 != ""
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(folderOfOthers)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${endif}
!macroend

!macro findFolderOfData
  StrLen $R3 "$LOCALAPPDATA\${PRODUCT_FILENAME}\"
  StrCpy $R4 $R2 $R3
  ${if} $R4 == "$LOCALAPPDATA\${PRODUCT_FILENAME}\"
    StrCpy $R1 "data"
  ${endif}
!macroend

# With --delete-app-data the template removes a folder of the person's, by its name alone. Carpeta keeps nothing there.
!macro customUnInit
  !insertmacro refuseToDeleteData
!macroend

!macro refuseToDeleteData
  ${if} ${isDeleteAppData}
    SetErrorLevel 2
    Quit
  ${endif}
!macroend

# Removes what was installed, by name, and folders that are empty then. An update puts it aside first: what is held puts all back.
!macro customRemoveFiles
  SetOutPath $TEMP
  ${if} ${isUpdated}
    StrCpy $R8 ""
    CreateDirectory "$PLUGINSDIR\old-install"
    !insertmacro installedFolders makeFolderAside
    !insertmacro installedFiles putAside
    ${if} $R8 != ""
      DetailPrint "File is busy, aborting: $R8"
      !insertmacro installedFiles putBack
      Abort `Can't move "$R8".`
    ${endif}
  ${else}
    !insertmacro installedFiles removeFile
  ${endif}
  Delete "$INSTDIR\uninstallerIcon.ico"
  Delete "$INSTDIR\${UNINSTALL_FILENAME}"
  !insertmacro installedFolders removeFolder
  ${ifNot} ${isUpdated}
    Delete "$INSTDIR\${PROGRAM_MARK}"
  ${endif}
  RMDir "$INSTDIR"
!macroend

!macro removeFile NAME
  Delete "$INSTDIR\${NAME}"
!macroend

!macro removeFolder NAME
  RMDir "$INSTDIR\${NAME}"
!macroend

!macro makeFolderAside NAME
  CreateDirectory "$PLUGINSDIR\old-install\${NAME}"
!macroend

!macro putAside NAME
  ${if} $R8 == ""
  ${andIf} ${FileExists} "$INSTDIR\${NAME}"
    ClearErrors
    Rename "$INSTDIR\${NAME}" "$PLUGINSDIR\old-install\${NAME}"
    ${if} ${errors}
      StrCpy $R8 "$INSTDIR\${NAME}"
    ${endif}
  ${endif}
!macroend

!macro putBack NAME
  ${if} ${FileExists} "$PLUGINSDIR\old-install\${NAME}"
    Rename "$PLUGINSDIR\old-install\${NAME}" "$INSTDIR\${NAME}"
  ${endif}
!macroend
