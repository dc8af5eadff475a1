; The installer for Windows, made by Inno Setup 6.3: iscc assets\windows\rushes.iss, after a build with
; 'cargo build --profile dist'.
;
; Takes open in Rushes by 'Open with'. No extension is taken from a program that has it already: .asf is a
; video to most people, and .txt everybody's.

#define Version "0.1.0"

[Setup]
AppId={{7B0C2C55-0F6E-4B7C-9A51-52D0B0C3A5E1}
AppName=Rushes
AppVersion={#Version}
AppPublisher=The Rushes authors
DefaultDirName={autopf}\Rushes
DefaultGroupName=Rushes
DisableProgramGroupPage=yes
UninstallDisplayIcon={app}\rushes.exe
SetupIconFile=..\icon\rushes.ico
LicenseFile=..\..\LICENSE\MIT
OutputDir=..\..\target
OutputBaseFilename=rushes-{#Version}-setup
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes

[Files]
Source: "..\..\target\dist\rushes.exe"; DestDir: "{app}"

[Icons]
Name: "{group}\Rushes"; Filename: "{app}\rushes.exe"

[Registry]
; What a take is to Explorer.
Root: HKA; Subkey: "Software\Classes\Rushes.Take"; ValueType: string; ValueData: "Motion capture"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Rushes.Take\DefaultIcon"; ValueType: string; ValueData: "{app}\rushes.exe,0"
Root: HKA; Subkey: "Software\Classes\Rushes.Take\shell\open\command"; ValueType: string; ValueData: """{app}\rushes.exe"" ""%1"""
; The formats. Where no program has an extension, Explorer offers the only one that is listed.
Root: HKA; Subkey: "Software\Classes\.amc\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.asf\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.ask\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.bva\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.bvh\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.c3d\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.csm\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.fbx\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.glb\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.gltf\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.gtr\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.htr\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.mvnx\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.npy\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.npz\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.rushes\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.trc\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.vrm\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.vrma\OpenWithProgids"; ValueType: string; ValueName: "Rushes.Take"; Flags: uninsdeletevalue
; 'Open with' in its own words, and 'rushes' in the Run dialog.
Root: HKA; Subkey: "Software\Classes\Applications\rushes.exe\shell\open\command"; ValueType: string; ValueData: """{app}\rushes.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\Applications\rushes.exe"; ValueType: string; ValueName: "FriendlyAppName"; ValueData: "Rushes"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Microsoft\Windows\CurrentVersion\App Paths\rushes.exe"; ValueType: string; ValueData: "{app}\rushes.exe"; Flags: uninsdeletekey
