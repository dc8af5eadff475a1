; The installer for Windows, made by NSIS 3: assets/windows/build calls makensis, with VERSION and, as FROM and TO,
; the folder of what is installed and the installer itself.
;
; It installs for one user, without an administrator. Takes open in Rushes by "Open with". No extension is taken
; from the program that has it unless the user wishes so, and of those that many programs know not even then.
;
; Silently: rushes-setup.exe /S [/DEFAULT] [/D=C:\folder]; with /DEFAULT a double click opens takes in Rushes.
; "C:\folder\uninstall.exe" /S [/SETTINGS]; with /SETTINGS the user's settings go as well.

Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
ManifestDPIAware true
RequestExecutionLevel user
!include FileFunc.nsh
!include LogicLib.nsh
!include MUI2.nsh
!include Sections.nsh

!define CLASSES "Software\Classes"
!define PROGRAM "${CLASSES}\Applications\rushes.exe"
!define APP_PATH "Software\Microsoft\Windows\CurrentVersion\App Paths\rushes.exe"
!define OWN "Software\Rushes"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Rushes"

Name "Rushes"
BrandingText "Rushes ${VERSION}"
OutFile "${TO}"
InstallDir "$LOCALAPPDATA\Programs\Rushes"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Rushes"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Rushes Setup"
VIAddVersionKey CompanyName "The Rushes authors"
VIAddVersionKey LegalCopyright "2026, the Rushes authors"

; Types that hold motion capture and nothing else.
; capture types: made by 'make pages'
!macro EachCaptureType DO
    !insertmacro ${DO} amc "Acclaim motion"
    !insertmacro ${DO} ask "Biovision skeleton"
    !insertmacro ${DO} bva "BVA motion capture"
    !insertmacro ${DO} bvh "BVH motion capture"
    !insertmacro ${DO} c3d "C3D marker positions"
    !insertmacro ${DO} csm "Character Studio marker positions"
    !insertmacro ${DO} gtr "GTR motion capture"
    !insertmacro ${DO} htr "HTR motion capture"
    !insertmacro ${DO} mvnx "MVNX motion capture"
    !insertmacro ${DO} skeleton "NTU skeletons"
    !insertmacro ${DO} trc "TRC marker positions"
!macroend
; /capture types

; Types that other programs open too: video, scenes, avatars, arrays of numbers.
; shared types: made by 'make pages'
!macro EachSharedType DO
    !insertmacro ${DO} asf "Acclaim skeleton"
    !insertmacro ${DO} fbx "FBX scene"
    !insertmacro ${DO} glb "glTF model"
    !insertmacro ${DO} gltf "glTF model"
    !insertmacro ${DO} npy "NumPy array"
    !insertmacro ${DO} npz "NumPy archive"
    !insertmacro ${DO} pkl "Python pickle"
    !insertmacro ${DO} pt "PyTorch file"
    !insertmacro ${DO} vrm "VRM figure"
    !insertmacro ${DO} vrma "VRM animation"
!macroend
; /shared types

!macro EachType DO
    !insertmacro EachCaptureType ${DO}
    !insertmacro EachSharedType ${DO}
    !insertmacro ${DO} rushes "Rushes session"
!macroend

; Offers Rushes for a type, in "Open with" and in the default apps of the system's settings.
!macro Offer EXTENSION NAME
    WriteRegStr HKCU "${CLASSES}\Rushes.${EXTENSION}" "" "${NAME}"
    WriteRegStr HKCU "${CLASSES}\Rushes.${EXTENSION}" "FriendlyTypeName" "${NAME}"
    WriteRegStr HKCU "${CLASSES}\Rushes.${EXTENSION}\DefaultIcon" "" "$INSTDIR\rushes.exe,0"
    WriteRegStr HKCU "${CLASSES}\Rushes.${EXTENSION}\shell\open" "FriendlyAppName" "Rushes"
    WriteRegStr HKCU "${CLASSES}\Rushes.${EXTENSION}\shell\open\command" "" '"$INSTDIR\rushes.exe" "%1"'
    WriteRegStr HKCU "${CLASSES}\.${EXTENSION}\OpenWithProgids" "Rushes.${EXTENSION}" ""
    WriteRegStr HKCU "${PROGRAM}\SupportedTypes" ".${EXTENSION}" ""
    WriteRegStr HKCU "${OWN}\Capabilities\FileAssociations" ".${EXTENSION}" "Rushes.${EXTENSION}"
!macroend

; Opens a type by double click; what did before is kept for the uninstaller.
!macro MakeDefault EXTENSION NAME
    ReadRegStr $0 HKCU "${CLASSES}\.${EXTENSION}" ""
    ${If} $0 != "Rushes.${EXTENSION}"
        WriteRegStr HKCU "${OWN}\Before" ".${EXTENSION}" $0
        WriteRegStr HKCU "${CLASSES}\.${EXTENSION}" "" "Rushes.${EXTENSION}"
    ${EndIf}
!macroend

!macro Withdraw EXTENSION NAME
    ReadRegStr $0 HKCU "${CLASSES}\.${EXTENSION}" ""
    ${If} $0 == "Rushes.${EXTENSION}"
        ReadRegStr $0 HKCU "${OWN}\Before" ".${EXTENSION}"
        ${If} $0 == ""
            DeleteRegValue HKCU "${CLASSES}\.${EXTENSION}" ""
        ${Else}
            WriteRegStr HKCU "${CLASSES}\.${EXTENSION}" "" $0
        ${EndIf}
    ${EndIf}
    DeleteRegValue HKCU "${CLASSES}\.${EXTENSION}\OpenWithProgids" "Rushes.${EXTENSION}"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.${EXTENSION}\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.${EXTENSION}"
    DeleteRegKey HKCU "${CLASSES}\Rushes.${EXTENSION}"
!macroend

; Has Explorer read all of it again.
!macro TellExplorer
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

; Waits until no window of the program is open that is about to be replaced or removed.
!macro AwaitEnd UN
    Function ${UN}AwaitEnd
        again:
        ClearErrors
        Delete "$INSTDIR\rushes.exe"
        ${If} ${Errors}
            MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Rushes is running. Close its windows first." \
                /SD IDCANCEL IDRETRY again
            SetErrorLevel 2
            Abort
        ${EndIf}
    FunctionEnd
!macroend
!insertmacro AwaitEnd ""
!insertmacro AwaitEnd "un."

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\rushes.exe"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Section "Rushes"
    SectionIn RO
    Call AwaitEnd
    SetOutPath "$INSTDIR"
    ; Of an older manual nothing stays.
    RMDir /r "$INSTDIR\manual"
    File /r "${FROM}\*.*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Rushes.lnk" "$INSTDIR\rushes.exe"

    !insertmacro EachType Offer
    ; A session is nobody else's.
    !insertmacro MakeDefault rushes ""
    WriteRegStr HKCU "${PROGRAM}" "FriendlyAppName" "Rushes"
    WriteRegStr HKCU "${PROGRAM}\DefaultIcon" "" "$INSTDIR\rushes.exe,0"
    WriteRegStr HKCU "${PROGRAM}\shell\open\command" "" '"$INSTDIR\rushes.exe" "%1"'
    WriteRegStr HKCU "${APP_PATH}" "" "$INSTDIR\rushes.exe"
    WriteRegStr HKCU "${OWN}\Capabilities" "ApplicationName" "Rushes"
    WriteRegStr HKCU "${OWN}\Capabilities" "ApplicationDescription" "Plays motion-capture takes as stick figures"
    WriteRegStr HKCU "Software\RegisteredApplications" "Rushes" "${OWN}\Capabilities"

    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Rushes"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Rushes authors"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\rushes.exe,0"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
    ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
    WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
    !insertmacro TellExplorer
SectionEnd

Section /o "Open takes by double click" OPENS
    !insertmacro EachCaptureType MakeDefault
    !insertmacro TellExplorer
SectionEnd

LangString ABOUT_OPENS ${LANG_ENGLISH} "BVH, HTR, C3D and the other types that hold nothing but motion capture \
    open in Rushes. Without this, they do by $\"Open with$\", where no other program has them."
!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
    !insertmacro MUI_DESCRIPTION_TEXT ${OPENS} $(ABOUT_OPENS)
!insertmacro MUI_FUNCTION_DESCRIPTION_END

Function .onInit
    ${GetParameters} $0
    ClearErrors
    ${GetOptions} $0 "/DEFAULT" $1
    ${IfNot} ${Errors}
        !insertmacro SelectSection ${OPENS}
    ${EndIf}
FunctionEnd

Section "Uninstall"
    Call un.AwaitEnd
    !insertmacro EachType Withdraw
    DeleteRegKey HKCU "${PROGRAM}"
    DeleteRegKey HKCU "${APP_PATH}"
    DeleteRegValue HKCU "Software\RegisteredApplications" "Rushes"
    DeleteRegKey HKCU "${OWN}"
    DeleteRegKey HKCU "${UNINSTALL}"
    ; Where nobody else is in them, these were made for Rushes.
    DeleteRegKey /ifempty HKCU "${CLASSES}\Applications"
    DeleteRegKey /ifempty HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths"
    DeleteRegKey /ifempty HKCU "Software\Microsoft\Windows\CurrentVersion\Uninstall"
    DeleteRegKey /ifempty HKCU "Software\RegisteredApplications"
    !insertmacro TellExplorer

    Delete "$SMPROGRAMS\Rushes.lnk"
    Delete "$INSTDIR\rushes.com"
    Delete "$INSTDIR\LICENSE-MIT.txt"
    Delete "$INSTDIR\LICENSE-APACHE.txt"
    RMDir /r "$INSTDIR\manual"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    RMDir "$LOCALAPPDATA\Programs"

    ${GetParameters} $0
    ClearErrors
    ${GetOptions} $0 "/SETTINGS" $1
    ${If} ${Errors}
        MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "Remove your settings, recent files and unsaved sessions as \
            well?" /SD IDNO IDNO keep
    ${EndIf}
    RMDir /r "$APPDATA\rushes"
    RMDir /r "$LOCALAPPDATA\rushes"
    keep:
SectionEnd
